// The built-in types of JavaScript and the commonest of its hosts (browsers, Node), as far as resolution needs them:
// which members there are, what they give, what callbacks are passed. Not meant to be complete, nor to be checked
// against.

// ---- Errors ----

declare class Error {
  constructor(message?: string, options?: ErrorOptions);
  name: string;
  message: string;
  stack?: string;
  cause?: unknown;
  toString(): string;
  static captureStackTrace(target: object, constructor?: Function): void;
  static stackTraceLimit: number;
}
interface ErrorOptions { cause?: unknown }
declare class EvalError extends Error {}
declare class RangeError extends Error {}
declare class ReferenceError extends Error {}
declare class SyntaxError extends Error {}
declare class TypeError extends Error {}
declare class URIError extends Error {}
declare class AggregateError extends Error {
  constructor(errors: Iterable<any>, message?: string);
  errors: any[];
}
interface ErrorConstructor {
  new (message?: string, options?: ErrorOptions): Error;
  (message?: string, options?: ErrorOptions): Error;
  prototype: Error;
}

// ---- Functions and objects ----

declare class Function {
  constructor(...parts: string[]);
  apply(self: any, args?: any): any;
  call(self: any, ...args: any[]): any;
  bind(self: any, ...args: any[]): any;
  toString(): string;
  prototype: any;
  name: string;
  length: number;
}
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments {
  [index: number]: any;
  length: number;
  callee: Function;
}

interface PropertyDescriptor {
  configurable?: boolean;
  enumerable?: boolean;
  writable?: boolean;
  value?: any;
  get?(): any;
  set?(value: any): void;
}
interface TypedPropertyDescriptor<T> {
  configurable?: boolean;
  enumerable?: boolean;
  writable?: boolean;
  value?: T;
  get?: () => T;
  set?: (value: T) => void;
}
interface PropertyDescriptorMap { [key: string]: PropertyDescriptor }
type PropertyKey = string | number | symbol;
type ClassDecorator = <T extends Function>(target: T) => T | void;
type PropertyDecorator = (target: Object, key: PropertyKey) => void;
type MethodDecorator = <T>(target: Object, key: PropertyKey, descriptor: TypedPropertyDescriptor<T>) => TypedPropertyDescriptor<T> | void;
type ParameterDecorator = (target: Object, key: PropertyKey | undefined, index: number) => void;

declare class Object {
  constructor(value?: any);
  hasOwnProperty(key: PropertyKey): boolean;
  isPrototypeOf(value: object): boolean;
  propertyIsEnumerable(key: PropertyKey): boolean;
  toLocaleString(): string;
  toString(): string;
  valueOf(): Object;
  static assign<T, U>(target: T, source: U): T & U;
  static assign<T, U, V>(target: T, first: U, second: V): T & U & V;
  static assign(target: object, ...sources: any[]): any;
  static create(prototype: object | null, properties?: PropertyDescriptorMap): any;
  static defineProperty<T>(target: T, key: PropertyKey, attributes: PropertyDescriptor): T;
  static defineProperties<T>(target: T, properties: PropertyDescriptorMap): T;
  static entries<T>(target: { [key: string]: T } | ArrayLike<T>): [string, T][];
  static freeze<T>(target: T): T;
  static fromEntries<T>(entries: Iterable<readonly [PropertyKey, T]>): { [key: string]: T };
  static getOwnPropertyDescriptor(target: any, key: PropertyKey): PropertyDescriptor | undefined;
  static getOwnPropertyDescriptors(target: any): PropertyDescriptorMap;
  static getOwnPropertyNames(target: any): string[];
  static getOwnPropertySymbols(target: any): symbol[];
  static getPrototypeOf(target: any): any;
  static groupBy<K extends PropertyKey, T>(items: Iterable<T>, key: (item: T, index: number) => K): Partial<Record<K, T[]>>;
  static hasOwn(target: object, key: PropertyKey): boolean;
  static is(left: any, right: any): boolean;
  static isExtensible(target: any): boolean;
  static isFrozen(target: any): boolean;
  static isSealed(target: any): boolean;
  static keys(target: object): string[];
  static preventExtensions<T>(target: T): T;
  static seal<T>(target: T): T;
  static setPrototypeOf(target: any, prototype: object | null): any;
  static values<T>(target: { [key: string]: T } | ArrayLike<T>): T[];
}

interface Symbol {
  description?: string;
  toString(): string;
  valueOf(): symbol;
}
interface SymbolConstructor {
  (description?: string | number): symbol;
  for(key: string): symbol;
  keyFor(symbol: symbol): string | undefined;
  asyncDispose: symbol;
  asyncIterator: symbol;
  dispose: symbol;
  hasInstance: symbol;
  isConcatSpreadable: symbol;
  iterator: symbol;
  match: symbol;
  matchAll: symbol;
  replace: symbol;
  search: symbol;
  species: symbol;
  split: symbol;
  toPrimitive: symbol;
  toStringTag: symbol;
  unscopables: symbol;
}
declare const Symbol: SymbolConstructor;

declare namespace Reflect {
  function apply(target: Function, self: any, args: ArrayLike<any>): any;
  function construct(target: Function, args: ArrayLike<any>, newTarget?: Function): any;
  function defineProperty(target: object, key: PropertyKey, attributes: PropertyDescriptor): boolean;
  function deleteProperty(target: object, key: PropertyKey): boolean;
  function get(target: object, key: PropertyKey, receiver?: any): any;
  function getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined;
  function getPrototypeOf(target: object): object | null;
  function has(target: object, key: PropertyKey): boolean;
  function ownKeys(target: object): (string | symbol)[];
  function set(target: object, key: PropertyKey, value: any, receiver?: any): boolean;
  function setPrototypeOf(target: object, prototype: object | null): boolean;
}

interface ProxyHandler<T extends object> {
  apply?(target: T, self: any, args: any[]): any;
  construct?(target: T, args: any[], newTarget: Function): object;
  defineProperty?(target: T, key: string | symbol, attributes: PropertyDescriptor): boolean;
  deleteProperty?(target: T, key: string | symbol): boolean;
  get?(target: T, key: string | symbol, receiver: any): any;
  getOwnPropertyDescriptor?(target: T, key: string | symbol): PropertyDescriptor | undefined;
  getPrototypeOf?(target: T): object | null;
  has?(target: T, key: string | symbol): boolean;
  ownKeys?(target: T): ArrayLike<string | symbol>;
  set?(target: T, key: string | symbol, value: any, receiver: any): boolean;
}
interface ProxyConstructor {
  new <T extends object>(target: T, handler: ProxyHandler<T>): T;
  revocable<T extends object>(target: T, handler: ProxyHandler<T>): { proxy: T; revoke: () => void };
}
declare const Proxy: ProxyConstructor;

// ---- Primitives ----

declare class Boolean {
  constructor(value?: any);
  toString(): string;
  valueOf(): boolean;
}
interface BooleanConstructor {
  new (value?: any): Boolean;
  <T>(value?: T): boolean;
}

declare class Number {
  constructor(value?: any);
  toExponential(digits?: number): string;
  toFixed(digits?: number): string;
  toLocaleString(locales?: string | string[], options?: Intl.NumberFormatOptions): string;
  toPrecision(digits?: number): string;
  toString(radix?: number): string;
  valueOf(): number;
  static EPSILON: number;
  static MAX_SAFE_INTEGER: number;
  static MAX_VALUE: number;
  static MIN_SAFE_INTEGER: number;
  static MIN_VALUE: number;
  static NEGATIVE_INFINITY: number;
  static NaN: number;
  static POSITIVE_INFINITY: number;
  static isFinite(value: unknown): boolean;
  static isInteger(value: unknown): boolean;
  static isNaN(value: unknown): boolean;
  static isSafeInteger(value: unknown): boolean;
  static parseFloat(text: string): number;
  static parseInt(text: string, radix?: number): number;
}

declare class BigInt {
  toLocaleString(locales?: any, options?: any): string;
  toString(radix?: number): string;
  valueOf(): bigint;
  static asIntN(bits: number, value: bigint): bigint;
  static asUintN(bits: number, value: bigint): bigint;
}

declare class String {
  constructor(value?: any);
  [index: number]: string;
  length: number;
  at(index: number): string | undefined;
  charAt(index: number): string;
  charCodeAt(index: number): number;
  codePointAt(index: number): number | undefined;
  concat(...texts: string[]): string;
  endsWith(text: string, end?: number): boolean;
  includes(text: string, start?: number): boolean;
  indexOf(text: string, start?: number): number;
  isWellFormed(): boolean;
  lastIndexOf(text: string, start?: number): number;
  localeCompare(that: string, locales?: string | string[], options?: any): number;
  match(pattern: string | RegExp): RegExpMatchArray | null;
  matchAll(pattern: RegExp): IterableIterator<RegExpExecArray>;
  normalize(form?: string): string;
  padEnd(length: number, fill?: string): string;
  padStart(length: number, fill?: string): string;
  repeat(count: number): string;
  replace(pattern: string | RegExp, by: string): string;
  replace(pattern: string | RegExp, by: (match: string, ...groups: any[]) => string): string;
  replaceAll(pattern: string | RegExp, by: string): string;
  replaceAll(pattern: string | RegExp, by: (match: string, ...groups: any[]) => string): string;
  search(pattern: string | RegExp): number;
  slice(start?: number, end?: number): string;
  split(separator: string | RegExp, limit?: number): string[];
  startsWith(text: string, start?: number): boolean;
  substr(start: number, length?: number): string;
  substring(start: number, end?: number): string;
  toLocaleLowerCase(locales?: string | string[]): string;
  toLocaleUpperCase(locales?: string | string[]): string;
  toLowerCase(): string;
  toString(): string;
  toUpperCase(): string;
  toWellFormed(): string;
  trim(): string;
  trimEnd(): string;
  trimLeft(): string;
  trimRight(): string;
  trimStart(): string;
  valueOf(): string;
  [Symbol.iterator](): IterableIterator<string>;
  static fromCharCode(...codes: number[]): string;
  static fromCodePoint(...codes: number[]): string;
  static raw(template: { raw: readonly string[] }, ...values: any[]): string;
}
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[] }

declare class RegExp {
  constructor(pattern: RegExp | string, flags?: string);
  exec(text: string): RegExpExecArray | null;
  test(text: string): boolean;
  compile(pattern: string, flags?: string): this;
  toString(): string;
  dotAll: boolean;
  flags: string;
  global: boolean;
  hasIndices: boolean;
  ignoreCase: boolean;
  lastIndex: number;
  multiline: boolean;
  source: string;
  sticky: boolean;
  unicode: boolean;
}
interface RegExpMatchArray extends Array<string> {
  index?: number;
  input?: string;
  groups?: { [key: string]: string };
}
interface RegExpExecArray extends Array<string> {
  index: number;
  input: string;
  groups?: { [key: string]: string };
}

declare class Date {
  constructor();
  constructor(value: number | string | Date);
  constructor(year: number, month: number, day?: number, hours?: number, minutes?: number, seconds?: number, ms?: number);
  getDate(): number;
  getDay(): number;
  getFullYear(): number;
  getHours(): number;
  getMilliseconds(): number;
  getMinutes(): number;
  getMonth(): number;
  getSeconds(): number;
  getTime(): number;
  getTimezoneOffset(): number;
  getUTCDate(): number;
  getUTCDay(): number;
  getUTCFullYear(): number;
  getUTCHours(): number;
  getUTCMilliseconds(): number;
  getUTCMinutes(): number;
  getUTCMonth(): number;
  getUTCSeconds(): number;
  getYear(): number;
  setDate(day: number): number;
  setFullYear(year: number, month?: number, day?: number): number;
  setHours(hours: number, minutes?: number, seconds?: number, ms?: number): number;
  setMilliseconds(ms: number): number;
  setMinutes(minutes: number, seconds?: number, ms?: number): number;
  setMonth(month: number, day?: number): number;
  setSeconds(seconds: number, ms?: number): number;
  setTime(time: number): number;
  setUTCDate(day: number): number;
  setUTCFullYear(year: number, month?: number, day?: number): number;
  setUTCHours(hours: number, minutes?: number, seconds?: number, ms?: number): number;
  setUTCMinutes(minutes: number, seconds?: number, ms?: number): number;
  setUTCMonth(month: number, day?: number): number;
  setUTCSeconds(seconds: number, ms?: number): number;
  toDateString(): string;
  toISOString(): string;
  toJSON(key?: any): string;
  toLocaleDateString(locales?: string | string[], options?: Intl.DateTimeFormatOptions): string;
  toLocaleString(locales?: string | string[], options?: Intl.DateTimeFormatOptions): string;
  toLocaleTimeString(locales?: string | string[], options?: Intl.DateTimeFormatOptions): string;
  toString(): string;
  toTimeString(): string;
  toUTCString(): string;
  valueOf(): number;
  static UTC(year: number, month?: number, day?: number, hours?: number, minutes?: number, seconds?: number, ms?: number): number;
  static now(): number;
  static parse(text: string): number;
}
interface DateConstructor {
  new (value?: number | string | Date): Date;
  (): string;
  UTC(year: number, month?: number): number;
  now(): number;
  parse(text: string): number;
}

// ---- Iteration ----

interface IteratorYieldResult<T> { done?: false; value: T }
interface IteratorReturnResult<R> { done: true; value: R }
type IteratorResult<T, R = any> = IteratorYieldResult<T> | IteratorReturnResult<R>;
declare class Iterator<T, R = any, N = any> {
  next(value?: N): IteratorResult<T, R>;
  return?(value?: R): IteratorResult<T, R>;
  throw?(error?: any): IteratorResult<T, R>;
  drop(count: number): IteratorObject<T>;
  every(test: (value: T, index: number) => unknown): boolean;
  filter(test: (value: T, index: number) => unknown): IteratorObject<T>;
  find(test: (value: T, index: number) => unknown): T | undefined;
  flatMap<U>(map: (value: T, index: number) => Iterable<U>): IteratorObject<U>;
  forEach(visit: (value: T, index: number) => void): void;
  map<U>(map: (value: T, index: number) => U): IteratorObject<U>;
  reduce<U>(step: (result: U, value: T, index: number) => U, start: U): U;
  some(test: (value: T, index: number) => unknown): boolean;
  take(count: number): IteratorObject<T>;
  toArray(): T[];
  static from<T>(source: Iterator<T> | Iterable<T>): IteratorObject<T>;
}
interface Iterable<T, R = any, N = any> { [Symbol.iterator](): Iterator<T, R, N> }
interface IterableIterator<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IterableIterator<T, R, N> }
interface IteratorObject<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IteratorObject<T, R, N> }
interface ArrayIterator<T> extends IteratorObject<T> { [Symbol.iterator](): ArrayIterator<T> }
interface Generator<T = unknown, R = any, N = any> extends Iterator<T, R, N> {
  next(value?: N): IteratorResult<T, R>;
  return(value: R): IteratorResult<T, R>;
  throw(error: any): IteratorResult<T, R>;
  [Symbol.iterator](): Generator<T, R, N>;
}
interface GeneratorFunction { (...args: any[]): Generator }
interface AsyncIterator<T, R = any, N = any> {
  next(value?: N): Promise<IteratorResult<T, R>>;
  return?(value?: R | PromiseLike<R>): Promise<IteratorResult<T, R>>;
  throw?(error?: any): Promise<IteratorResult<T, R>>;
}
interface AsyncIterable<T, R = any, N = any> { [Symbol.asyncIterator](): AsyncIterator<T, R, N> }
interface AsyncIterableIterator<T, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncIterableIterator<T, R, N> }
interface AsyncGenerator<T = unknown, R = any, N = any> extends AsyncIterator<T, R, N> {
  next(value?: N): Promise<IteratorResult<T, R>>;
  return(value: R | PromiseLike<R>): Promise<IteratorResult<T, R>>;
  throw(error: any): Promise<IteratorResult<T, R>>;
  [Symbol.asyncIterator](): AsyncGenerator<T, R, N>;
}
interface Disposable { [Symbol.dispose](): void }
interface AsyncDisposable { [Symbol.asyncDispose](): PromiseLike<void> }

// ---- Collections ----

interface ArrayLike<T> {
  length: number;
  [index: number]: T;
}
interface ConcatArray<T> {
  length: number;
  [index: number]: T;
  join(separator?: string): string;
  slice(start?: number, end?: number): T[];
}
interface ReadonlyArray<T> {
  length: number;
  [index: number]: T;
  at(index: number): T | undefined;
  concat(...items: (T | ConcatArray<T>)[]): T[];
  entries(): IterableIterator<[number, T]>;
  every(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): boolean;
  filter<S extends T>(test: (value: T, index: number, array: readonly T[]) => value is S, self?: any): S[];
  filter(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): T[];
  find<S extends T>(test: (value: T, index: number, array: readonly T[]) => value is S, self?: any): S | undefined;
  find(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): T | undefined;
  findIndex(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): number;
  findLast(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): T | undefined;
  findLastIndex(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): number;
  flat<D extends number = 1>(depth?: D): FlatArray<T[], D>[];
  flatMap<U>(map: (value: T, index: number, array: readonly T[]) => U | ReadonlyArray<U>, self?: any): U[];
  forEach(visit: (value: T, index: number, array: readonly T[]) => void, self?: any): void;
  includes(value: T, start?: number): boolean;
  indexOf(value: T, start?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  lastIndexOf(value: T, start?: number): number;
  map<U>(map: (value: T, index: number, array: readonly T[]) => U, self?: any): U[];
  reduce<U>(step: (result: U, value: T, index: number, array: readonly T[]) => U, start: U): U;
  reduce(step: (result: T, value: T, index: number, array: readonly T[]) => T, start?: T): T;
  reduceRight<U>(step: (result: U, value: T, index: number, array: readonly T[]) => U, start: U): U;
  reduceRight(step: (result: T, value: T, index: number, array: readonly T[]) => T, start?: T): T;
  slice(start?: number, end?: number): T[];
  some(test: (value: T, index: number, array: readonly T[]) => unknown, self?: any): boolean;
  toLocaleString(): string;
  toReversed(): T[];
  toSorted(compare?: (left: T, right: T) => number): T[];
  toSpliced(start: number, count?: number, ...items: T[]): T[];
  toString(): string;
  values(): IterableIterator<T>;
  with(index: number, value: T): T[];
  [Symbol.iterator](): IterableIterator<T>;
}
type FlatArray<A, D extends number> = A extends ReadonlyArray<infer I> ? I extends ReadonlyArray<infer J> ? J : I : A;
declare class Array<T> {
  constructor(length?: number);
  constructor(...items: T[]);
  length: number;
  [index: number]: T;
  at(index: number): T | undefined;
  concat(...items: (T | ConcatArray<T>)[]): T[];
  copyWithin(target: number, start: number, end?: number): this;
  entries(): IterableIterator<[number, T]>;
  every(test: (value: T, index: number, array: T[]) => unknown, self?: any): boolean;
  fill(value: T, start?: number, end?: number): this;
  filter<S extends T>(test: (value: T, index: number, array: T[]) => value is S, self?: any): S[];
  filter(test: (value: T, index: number, array: T[]) => unknown, self?: any): T[];
  find<S extends T>(test: (value: T, index: number, array: T[]) => value is S, self?: any): S | undefined;
  find(test: (value: T, index: number, array: T[]) => unknown, self?: any): T | undefined;
  findIndex(test: (value: T, index: number, array: T[]) => unknown, self?: any): number;
  findLast(test: (value: T, index: number, array: T[]) => unknown, self?: any): T | undefined;
  findLastIndex(test: (value: T, index: number, array: T[]) => unknown, self?: any): number;
  flat<D extends number = 1>(depth?: D): FlatArray<T[], D>[];
  flatMap<U>(map: (value: T, index: number, array: T[]) => U | ReadonlyArray<U>, self?: any): U[];
  forEach(visit: (value: T, index: number, array: T[]) => void, self?: any): void;
  includes(value: T, start?: number): boolean;
  indexOf(value: T, start?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  lastIndexOf(value: T, start?: number): number;
  map<U>(map: (value: T, index: number, array: T[]) => U, self?: any): U[];
  pop(): T | undefined;
  push(...items: T[]): number;
  reduce<U>(step: (result: U, value: T, index: number, array: T[]) => U, start: U): U;
  reduce(step: (result: T, value: T, index: number, array: T[]) => T, start?: T): T;
  reduceRight<U>(step: (result: U, value: T, index: number, array: T[]) => U, start: U): U;
  reduceRight(step: (result: T, value: T, index: number, array: T[]) => T, start?: T): T;
  reverse(): T[];
  shift(): T | undefined;
  slice(start?: number, end?: number): T[];
  some(test: (value: T, index: number, array: T[]) => unknown, self?: any): boolean;
  sort(compare?: (left: T, right: T) => number): this;
  splice(start: number, count?: number, ...items: T[]): T[];
  toLocaleString(): string;
  toReversed(): T[];
  toSorted(compare?: (left: T, right: T) => number): T[];
  toSpliced(start: number, count?: number, ...items: T[]): T[];
  toString(): string;
  unshift(...items: T[]): number;
  values(): IterableIterator<T>;
  with(index: number, value: T): T[];
  [Symbol.iterator](): IterableIterator<T>;
  static from<T>(source: Iterable<T> | ArrayLike<T>): T[];
  static from<T, U>(source: Iterable<T> | ArrayLike<T>, map: (value: T, index: number) => U, self?: any): U[];
  static fromAsync<T>(source: AsyncIterable<T> | Iterable<T | PromiseLike<T>>): Promise<T[]>;
  static isArray(value: any): value is any[];
  static of<T>(...items: T[]): T[];
}

interface ReadonlyMap<K, V> {
  entries(): IterableIterator<[K, V]>;
  forEach(visit: (value: V, key: K, map: ReadonlyMap<K, V>) => void, self?: any): void;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  size: number;
  values(): IterableIterator<V>;
  [Symbol.iterator](): IterableIterator<[K, V]>;
}
declare class Map<K, V> {
  constructor(entries?: Iterable<readonly [K, V]> | null);
  clear(): void;
  delete(key: K): boolean;
  entries(): IterableIterator<[K, V]>;
  forEach(visit: (value: V, key: K, map: Map<K, V>) => void, self?: any): void;
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): IterableIterator<K>;
  set(key: K, value: V): this;
  size: number;
  values(): IterableIterator<V>;
  [Symbol.iterator](): IterableIterator<[K, V]>;
  static groupBy<K, T>(items: Iterable<T>, key: (item: T, index: number) => K): Map<K, T[]>;
}
declare class WeakMap<K, V> {
  constructor(entries?: Iterable<readonly [K, V]> | null);
  delete(key: K): boolean;
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): this;
}
interface ReadonlySet<T> {
  entries(): IterableIterator<[T, T]>;
  forEach(visit: (value: T, again: T, set: ReadonlySet<T>) => void, self?: any): void;
  has(value: T): boolean;
  keys(): IterableIterator<T>;
  size: number;
  values(): IterableIterator<T>;
  [Symbol.iterator](): IterableIterator<T>;
}
declare class Set<T> {
  constructor(values?: Iterable<T> | null);
  add(value: T): this;
  clear(): void;
  delete(value: T): boolean;
  difference<U>(other: ReadonlySet<U>): Set<T>;
  entries(): IterableIterator<[T, T]>;
  forEach(visit: (value: T, again: T, set: Set<T>) => void, self?: any): void;
  has(value: T): boolean;
  intersection<U>(other: ReadonlySet<U>): Set<T & U>;
  isDisjointFrom(other: ReadonlySet<unknown>): boolean;
  isSubsetOf(other: ReadonlySet<unknown>): boolean;
  isSupersetOf(other: ReadonlySet<unknown>): boolean;
  keys(): IterableIterator<T>;
  size: number;
  symmetricDifference<U>(other: ReadonlySet<U>): Set<T | U>;
  union<U>(other: ReadonlySet<U>): Set<T | U>;
  values(): IterableIterator<T>;
  [Symbol.iterator](): IterableIterator<T>;
}
declare class WeakSet<T> {
  constructor(values?: Iterable<T> | null);
  add(value: T): this;
  delete(value: T): boolean;
  has(value: T): boolean;
}
declare class WeakRef<T> {
  constructor(target: T);
  deref(): T | undefined;
}
declare class FinalizationRegistry<T> {
  constructor(cleanup: (held: T) => void);
  register(target: object, held: T, token?: object): void;
  unregister(token: object): boolean;
}

// ---- Promises ----

interface PromiseLike<T> {
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B>;
}
interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve: (value: T | PromiseLike<T>) => void;
  reject: (reason?: any) => void;
}
interface PromiseFulfilledResult<T> { status: "fulfilled"; value: T }
interface PromiseRejectedResult { status: "rejected"; reason: any }
type PromiseSettledResult<T> = PromiseFulfilledResult<T> | PromiseRejectedResult;
declare class Promise<T> {
  constructor(executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void);
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B>;
  catch<B = never>(rejected?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B>;
  finally(settled?: (() => void) | null): Promise<T>;
  static all<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>;
  static allSettled<T>(values: Iterable<T | PromiseLike<T>>): Promise<PromiseSettledResult<Awaited<T>>[]>;
  static any<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  static race<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  static reject<T = never>(reason?: any): Promise<T>;
  static resolve<T>(value?: T | PromiseLike<T>): Promise<Awaited<T>>;
  static try<T>(run: (...args: any[]) => T | PromiseLike<T>, ...args: any[]): Promise<Awaited<T>>;
  static withResolvers<T>(): PromiseWithResolvers<T>;
}
type PromiseConstructorLike = new <T>(executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void) => PromiseLike<T>;
interface PromiseConstructor {
  new <T>(executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void): Promise<T>;
  all<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>;
  race<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  reject<T = never>(reason?: any): Promise<T>;
  resolve<T>(value?: T | PromiseLike<T>): Promise<Awaited<T>>;
}

// ---- Types made of types ----

type Awaited<T> = T extends PromiseLike<infer U> ? U : T;
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type Parameters<F extends (...args: any) => any> = F extends (...args: infer P) => any ? P : never;
type ConstructorParameters<C extends abstract new (...args: any) => any> = C extends abstract new (...args: infer P) => any ? P : never;
type ReturnType<F extends (...args: any) => any> = F extends (...args: any) => infer R ? R : any;
type InstanceType<C extends abstract new (...args: any) => any> = C extends abstract new (...args: any) => infer I ? I : any;
type ThisParameterType<F> = F extends (this: infer U, ...args: never) => any ? U : unknown;
type OmitThisParameter<F> = F;
type NoInfer<T> = T;
type Uppercase<S extends string> = S;
type Lowercase<S extends string> = S;
type Capitalize<S extends string> = S;
type Uncapitalize<S extends string> = S;
interface ThisType<T> {}

// ---- Namespaces of functions ----

declare namespace Math {
  const E: number;
  const LN10: number;
  const LN2: number;
  const LOG10E: number;
  const LOG2E: number;
  const PI: number;
  const SQRT1_2: number;
  const SQRT2: number;
  function abs(x: number): number;
  function acos(x: number): number;
  function acosh(x: number): number;
  function asin(x: number): number;
  function asinh(x: number): number;
  function atan(x: number): number;
  function atan2(y: number, x: number): number;
  function atanh(x: number): number;
  function cbrt(x: number): number;
  function ceil(x: number): number;
  function clz32(x: number): number;
  function cos(x: number): number;
  function cosh(x: number): number;
  function exp(x: number): number;
  function expm1(x: number): number;
  function floor(x: number): number;
  function fround(x: number): number;
  function hypot(...values: number[]): number;
  function imul(x: number, y: number): number;
  function log(x: number): number;
  function log10(x: number): number;
  function log1p(x: number): number;
  function log2(x: number): number;
  function max(...values: number[]): number;
  function min(...values: number[]): number;
  function pow(x: number, y: number): number;
  function random(): number;
  function round(x: number): number;
  function sign(x: number): number;
  function sin(x: number): number;
  function sinh(x: number): number;
  function sqrt(x: number): number;
  function tan(x: number): number;
  function tanh(x: number): number;
  function trunc(x: number): number;
}
declare namespace JSON {
  function parse(text: string, reviver?: (this: any, key: string, value: any) => any): any;
  function stringify(value: any, replacer?: ((this: any, key: string, value: any) => any) | (string | number)[] | null, space?: string | number): string;
}
declare namespace Atomics {
  function add(array: any, index: number, value: number): number;
  function load(array: any, index: number): number;
  function notify(array: any, index: number, count?: number): number;
  function store(array: any, index: number, value: number): number;
  function wait(array: any, index: number, value: number, timeout?: number): string;
}
declare namespace Intl {
  interface NumberFormatOptions { style?: string; currency?: string; minimumFractionDigits?: number; maximumFractionDigits?: number; notation?: string }
  interface DateTimeFormatOptions { weekday?: string; era?: string; year?: string; month?: string; day?: string; hour?: string; minute?: string; second?: string; timeZone?: string; timeZoneName?: string; hour12?: boolean; dateStyle?: string; timeStyle?: string }
  class NumberFormat {
    constructor(locales?: string | string[], options?: NumberFormatOptions);
    format(value: number | bigint): string;
    formatToParts(value: number | bigint): { type: string; value: string }[];
    resolvedOptions(): any;
  }
  class DateTimeFormat {
    constructor(locales?: string | string[], options?: DateTimeFormatOptions);
    format(date?: Date | number): string;
    formatToParts(date?: Date | number): { type: string; value: string }[];
    resolvedOptions(): any;
  }
  class Collator {
    constructor(locales?: string | string[], options?: any);
    compare(left: string, right: string): number;
  }
  class PluralRules {
    constructor(locales?: string | string[], options?: any);
    select(value: number): string;
  }
  class RelativeTimeFormat {
    constructor(locales?: string | string[], options?: any);
    format(value: number, unit: string): string;
  }
  class ListFormat {
    constructor(locales?: string | string[], options?: any);
    format(list: Iterable<string>): string;
  }
  class Segmenter {
    constructor(locales?: string | string[], options?: any);
    segment(text: string): Iterable<{ segment: string; index: number; input: string }>;
  }
}

// ---- Binary data ----

declare class ArrayBuffer {
  constructor(length: number);
  byteLength: number;
  slice(start?: number, end?: number): ArrayBuffer;
  static isView(value: any): boolean;
}
declare class SharedArrayBuffer {
  constructor(length: number);
  byteLength: number;
  slice(start?: number, end?: number): SharedArrayBuffer;
}
type ArrayBufferLike = ArrayBuffer | SharedArrayBuffer;
interface ArrayBufferView { buffer: ArrayBufferLike; byteLength: number; byteOffset: number }
declare class DataView {
  constructor(buffer: ArrayBufferLike, offset?: number, length?: number);
  buffer: ArrayBuffer;
  byteLength: number;
  byteOffset: number;
  getBigInt64(offset: number, little?: boolean): bigint;
  getBigUint64(offset: number, little?: boolean): bigint;
  getFloat32(offset: number, little?: boolean): number;
  getFloat64(offset: number, little?: boolean): number;
  getInt16(offset: number, little?: boolean): number;
  getInt32(offset: number, little?: boolean): number;
  getInt8(offset: number): number;
  getUint16(offset: number, little?: boolean): number;
  getUint32(offset: number, little?: boolean): number;
  getUint8(offset: number): number;
  setBigInt64(offset: number, value: bigint, little?: boolean): void;
  setFloat32(offset: number, value: number, little?: boolean): void;
  setFloat64(offset: number, value: number, little?: boolean): void;
  setInt16(offset: number, value: number, little?: boolean): void;
  setInt32(offset: number, value: number, little?: boolean): void;
  setInt8(offset: number, value: number): void;
  setUint16(offset: number, value: number, little?: boolean): void;
  setUint32(offset: number, value: number, little?: boolean): void;
  setUint8(offset: number, value: number): void;
}
// What the typed arrays have in common; no name of the language.
declare class TypedArray {
  constructor(source?: number | ArrayLike<number> | Iterable<number> | ArrayBufferLike, offset?: number, length?: number);
  [index: number]: number;
  BYTES_PER_ELEMENT: number;
  buffer: ArrayBuffer;
  byteLength: number;
  byteOffset: number;
  length: number;
  at(index: number): number | undefined;
  copyWithin(target: number, start: number, end?: number): this;
  entries(): IterableIterator<[number, number]>;
  every(test: (value: number, index: number, array: this) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this;
  filter(test: (value: number, index: number, array: this) => unknown): this;
  find(test: (value: number, index: number, array: this) => unknown): number | undefined;
  findIndex(test: (value: number, index: number, array: this) => unknown): number;
  forEach(visit: (value: number, index: number, array: this) => void): void;
  includes(value: number, start?: number): boolean;
  indexOf(value: number, start?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  map(map: (value: number, index: number, array: this) => number): this;
  reduce<U>(step: (result: U, value: number, index: number, array: this) => U, start: U): U;
  reverse(): this;
  set(source: ArrayLike<number>, offset?: number): void;
  slice(start?: number, end?: number): this;
  some(test: (value: number, index: number, array: this) => unknown): boolean;
  sort(compare?: (left: number, right: number) => number): this;
  subarray(start?: number, end?: number): this;
  values(): IterableIterator<number>;
  [Symbol.iterator](): IterableIterator<number>;
  static from(source: Iterable<number> | ArrayLike<number>, map?: (value: number, index: number) => number): any;
  static of(...items: number[]): any;
}
declare class Int8Array extends TypedArray {}
declare class Uint8Array extends TypedArray {}
declare class Uint8ClampedArray extends TypedArray {}
declare class Int16Array extends TypedArray {}
declare class Uint16Array extends TypedArray {}
declare class Int32Array extends TypedArray {}
declare class Uint32Array extends TypedArray {}
declare class Float32Array extends TypedArray {}
declare class Float64Array extends TypedArray {}
declare class BigInt64Array extends TypedArray {}
declare class BigUint64Array extends TypedArray {}

// ---- Global functions and values ----

declare const NaN: number;
declare const Infinity: number;
declare const globalThis: any;
declare function eval(text: string): any;
declare function parseInt(text: string, radix?: number): number;
declare function parseFloat(text: string): number;
declare function isNaN(value: number): boolean;
declare function isFinite(value: number): boolean;
declare function decodeURI(text: string): string;
declare function decodeURIComponent(text: string): string;
declare function encodeURI(text: string): string;
declare function encodeURIComponent(text: string | number | boolean): string;
declare function escape(text: string): string;
declare function unescape(text: string): string;
declare function queueMicrotask(run: () => void): void;
declare function structuredClone<T>(value: T, options?: { transfer?: any[] }): T;
declare function setTimeout(run: (...args: any[]) => void, delay?: number, ...args: any[]): any;
declare function clearTimeout(handle?: any): void;
declare function setInterval(run: (...args: any[]) => void, delay?: number, ...args: any[]): any;
declare function clearInterval(handle?: any): void;
declare function setImmediate(run: (...args: any[]) => void, ...args: any[]): any;
declare function clearImmediate(handle?: any): void;
declare function requestAnimationFrame(run: (time: number) => void): number;
declare function cancelAnimationFrame(handle: number): void;
declare function requestIdleCallback(run: (deadline: any) => void, options?: { timeout?: number }): number;
declare function cancelIdleCallback(handle: number): void;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare function alert(message?: any): void;
declare function confirm(message?: string): boolean;
declare function prompt(message?: string, value?: string): string | null;
declare function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
declare function reportError(error: any): void;

interface Console {
  assert(condition?: boolean, ...data: any[]): void;
  clear(): void;
  count(label?: string): void;
  countReset(label?: string): void;
  debug(...data: any[]): void;
  dir(item?: any, options?: any): void;
  error(...data: any[]): void;
  group(...data: any[]): void;
  groupCollapsed(...data: any[]): void;
  groupEnd(): void;
  info(...data: any[]): void;
  log(...data: any[]): void;
  table(data?: any, columns?: string[]): void;
  time(label?: string): void;
  timeEnd(label?: string): void;
  timeLog(label?: string, ...data: any[]): void;
  trace(...data: any[]): void;
  warn(...data: any[]): void;
}
declare const console: Console;

// ---- The web, in browsers and elsewhere ----

interface EventInit { bubbles?: boolean; cancelable?: boolean; composed?: boolean }
declare class Event {
  constructor(type: string, init?: EventInit);
  bubbles: boolean;
  cancelable: boolean;
  currentTarget: EventTarget | null;
  defaultPrevented: boolean;
  isTrusted: boolean;
  target: EventTarget | null;
  timeStamp: number;
  type: string;
  composedPath(): EventTarget[];
  preventDefault(): void;
  stopImmediatePropagation(): void;
  stopPropagation(): void;
}
declare class CustomEvent<T = any> extends Event {
  constructor(type: string, init?: EventInit & { detail?: T });
  detail: T;
}
declare class UIEvent extends Event { detail: number; view: Window | null }
declare class MouseEvent extends UIEvent {
  altKey: boolean;
  button: number;
  buttons: number;
  clientX: number;
  clientY: number;
  ctrlKey: boolean;
  metaKey: boolean;
  movementX: number;
  movementY: number;
  offsetX: number;
  offsetY: number;
  pageX: number;
  pageY: number;
  relatedTarget: EventTarget | null;
  screenX: number;
  screenY: number;
  shiftKey: boolean;
}
declare class PointerEvent extends MouseEvent { pointerId: number; pointerType: string; pressure: number; isPrimary: boolean }
declare class WheelEvent extends MouseEvent { deltaMode: number; deltaX: number; deltaY: number }
declare class DragEvent extends MouseEvent { dataTransfer: DataTransfer | null }
declare class KeyboardEvent extends UIEvent {
  altKey: boolean;
  code: string;
  ctrlKey: boolean;
  isComposing: boolean;
  key: string;
  keyCode: number;
  metaKey: boolean;
  repeat: boolean;
  shiftKey: boolean;
}
declare class InputEvent extends UIEvent { data: string | null; inputType: string }
declare class FocusEvent extends UIEvent { relatedTarget: EventTarget | null }
declare class TouchEvent extends UIEvent { touches: any; changedTouches: any }
declare class ClipboardEvent extends Event { clipboardData: DataTransfer | null }
declare class MessageEvent<T = any> extends Event {
  constructor(type: string, init?: any);
  data: T;
  origin: string;
  ports: MessagePort[];
  source: any;
}
declare class CloseEvent extends Event {
  constructor(type: string, init?: any);
  code: number;
  reason: string;
  wasClean: boolean;
}
declare class ErrorEvent extends Event { error: any; message: string; filename: string; lineno: number; colno: number }
declare class PromiseRejectionEvent extends Event { promise: Promise<any>; reason: any }
declare class ProgressEvent<T = EventTarget> extends Event { lengthComputable: boolean; loaded: number; total: number }
declare class PopStateEvent extends Event { state: any }
declare class StorageEvent extends Event { key: string | null; newValue: string | null; oldValue: string | null }
declare class HashChangeEvent extends Event { newURL: string; oldURL: string }
declare class DataTransfer {
  dropEffect: string;
  effectAllowed: string;
  files: FileList;
  types: string[];
  getData(format: string): string;
  setData(format: string, data: string): void;
}

interface EventListener { (event: Event): void }
interface EventListenerObject { handleEvent(event: Event): void }
type EventListenerOrEventListenerObject = EventListener | EventListenerObject;
interface EventListenerOptions { capture?: boolean }
interface AddEventListenerOptions extends EventListenerOptions { once?: boolean; passive?: boolean; signal?: AbortSignal }
declare class EventTarget {
  addEventListener(type: string, listener: ((event: any) => void) | EventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  dispatchEvent(event: Event): boolean;
  removeEventListener(type: string, listener: ((event: any) => void) | EventListenerObject | null, options?: boolean | EventListenerOptions): void;
}

declare class AbortSignal extends EventTarget {
  aborted: boolean;
  onabort: ((event: Event) => void) | null;
  reason: any;
  throwIfAborted(): void;
  static abort(reason?: any): AbortSignal;
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  static timeout(ms: number): AbortSignal;
}
declare class AbortController {
  signal: AbortSignal;
  abort(reason?: any): void;
}

declare class URL {
  constructor(url: string | URL, base?: string | URL);
  hash: string;
  host: string;
  hostname: string;
  href: string;
  origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  searchParams: URLSearchParams;
  username: string;
  toJSON(): string;
  toString(): string;
  static canParse(url: string | URL, base?: string): boolean;
  static createObjectURL(object: any): string;
  static revokeObjectURL(url: string): void;
}
declare class URLSearchParams {
  constructor(init?: string | string[][] | Record<string, string> | URLSearchParams);
  size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  entries(): IterableIterator<[string, string]>;
  forEach(visit: (value: string, key: string, parent: URLSearchParams) => void): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  keys(): IterableIterator<string>;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

type HeadersInit = [string, string][] | Record<string, string> | Headers;
declare class Headers {
  constructor(init?: HeadersInit);
  append(name: string, value: string): void;
  delete(name: string): void;
  entries(): IterableIterator<[string, string]>;
  forEach(visit: (value: string, key: string, parent: Headers) => void): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  keys(): IterableIterator<string>;
  set(name: string, value: string): void;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
type BodyInit = ReadableStream | Blob | ArrayBuffer | ArrayBufferView | FormData | URLSearchParams | string;
interface Body {
  body: ReadableStream<Uint8Array> | null;
  bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
interface RequestInit {
  body?: BodyInit | null;
  cache?: string;
  credentials?: string;
  headers?: HeadersInit;
  integrity?: string;
  keepalive?: boolean;
  method?: string;
  mode?: string;
  redirect?: string;
  referrer?: string;
  referrerPolicy?: string;
  signal?: AbortSignal | null;
}
type RequestInfo = Request | string;
declare class Request implements Body {
  constructor(input: RequestInfo | URL, init?: RequestInit);
  body: ReadableStream<Uint8Array> | null;
  bodyUsed: boolean;
  cache: string;
  credentials: string;
  headers: Headers;
  method: string;
  mode: string;
  redirect: string;
  referrer: string;
  signal: AbortSignal;
  url: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  clone(): Request;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
interface ResponseInit { headers?: HeadersInit; status?: number; statusText?: string }
declare class Response implements Body {
  constructor(body?: BodyInit | null, init?: ResponseInit);
  body: ReadableStream<Uint8Array> | null;
  bodyUsed: boolean;
  headers: Headers;
  ok: boolean;
  redirected: boolean;
  status: number;
  statusText: string;
  type: string;
  url: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  clone(): Response;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
  static error(): Response;
  static json(data: any, init?: ResponseInit): Response;
  static redirect(url: string | URL, status?: number): Response;
}
declare class Blob {
  constructor(parts?: any[], options?: { type?: string });
  size: number;
  type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start?: number, end?: number, type?: string): Blob;
  stream(): ReadableStream<Uint8Array>;
  text(): Promise<string>;
}
declare class File extends Blob {
  constructor(parts: any[], name: string, options?: { type?: string; lastModified?: number });
  lastModified: number;
  name: string;
  webkitRelativePath: string;
}
interface FileList extends ArrayLike<File> {
  item(index: number): File | null;
  [Symbol.iterator](): IterableIterator<File>;
}
declare class FileReader extends EventTarget {
  error: any;
  onerror: ((event: ProgressEvent) => void) | null;
  onload: ((event: ProgressEvent) => void) | null;
  readyState: number;
  result: string | ArrayBuffer | null;
  abort(): void;
  readAsArrayBuffer(blob: Blob): void;
  readAsDataURL(blob: Blob): void;
  readAsText(blob: Blob, encoding?: string): void;
}
type FormDataEntryValue = File | string;
declare class FormData {
  constructor(form?: HTMLFormElement);
  append(name: string, value: string | Blob, file?: string): void;
  delete(name: string): void;
  entries(): IterableIterator<[string, FormDataEntryValue]>;
  forEach(visit: (value: FormDataEntryValue, key: string, parent: FormData) => void): void;
  get(name: string): FormDataEntryValue | null;
  getAll(name: string): FormDataEntryValue[];
  has(name: string): boolean;
  keys(): IterableIterator<string>;
  set(name: string, value: string | Blob, file?: string): void;
  values(): IterableIterator<FormDataEntryValue>;
  [Symbol.iterator](): IterableIterator<[string, FormDataEntryValue]>;
}
interface ReadableStreamReadResult<T> { done: boolean; value: T }
declare class ReadableStreamDefaultReader<T = any> {
  constructor(stream: ReadableStream<T>);
  closed: Promise<void>;
  cancel(reason?: any): Promise<void>;
  read(): Promise<ReadableStreamReadResult<T>>;
  releaseLock(): void;
}
interface ReadableStreamDefaultController<T = any> {
  desiredSize: number | null;
  close(): void;
  enqueue(chunk?: T): void;
  error(error?: any): void;
}
interface UnderlyingSource<T = any> {
  cancel?: (reason?: any) => void | PromiseLike<void>;
  pull?: (controller: ReadableStreamDefaultController<T>) => void | PromiseLike<void>;
  start?: (controller: ReadableStreamDefaultController<T>) => any;
}
declare class ReadableStream<T = any> {
  constructor(source?: UnderlyingSource<T>, strategy?: any);
  locked: boolean;
  cancel(reason?: any): Promise<void>;
  getReader(): ReadableStreamDefaultReader<T>;
  pipeThrough<U>(transform: { readable: ReadableStream<U>; writable: WritableStream<T> }, options?: any): ReadableStream<U>;
  pipeTo(destination: WritableStream<T>, options?: any): Promise<void>;
  tee(): [ReadableStream<T>, ReadableStream<T>];
  values(): AsyncIterableIterator<T>;
  [Symbol.asyncIterator](): AsyncIterableIterator<T>;
}
type ReadableStreamLike<T> = Pick<ReadableStream<T>, "getReader">;
declare class WritableStreamDefaultWriter<T = any> {
  closed: Promise<void>;
  ready: Promise<void>;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  releaseLock(): void;
  write(chunk?: T): Promise<void>;
}
declare class WritableStream<T = any> {
  constructor(sink?: any, strategy?: any);
  locked: boolean;
  abort(reason?: any): Promise<void>;
  close(): Promise<void>;
  getWriter(): WritableStreamDefaultWriter<T>;
}
declare class TransformStream<I = any, O = any> {
  constructor(transformer?: any, writable?: any, readable?: any);
  readable: ReadableStream<O>;
  writable: WritableStream<I>;
}
declare class TextEncoder {
  encoding: string;
  encode(text?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: any);
  encoding: string;
  decode(input?: ArrayBuffer | ArrayBufferView, options?: any): string;
}
declare class MessagePort extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
  postMessage(message: any, transfer?: any): void;
  start(): void;
}
declare class MessageChannel { port1: MessagePort; port2: MessagePort }
declare class BroadcastChannel extends EventTarget {
  constructor(name: string);
  name: string;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
  postMessage(message: any): void;
}
declare class Worker extends EventTarget {
  constructor(url: string | URL, options?: any);
  onerror: ((event: ErrorEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: any, transfer?: any): void;
  terminate(): void;
}
type BinaryType = "arraybuffer" | "blob";
declare class WebSocket extends EventTarget {
  constructor(url: string | URL, protocols?: string | string[]);
  binaryType: BinaryType;
  bufferedAmount: number;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onopen: ((event: Event) => void) | null;
  protocol: string;
  readyState: number;
  url: string;
  close(code?: number, reason?: string): void;
  send(data: string | ArrayBuffer | Blob | ArrayBufferView): void;
  static CLOSED: number;
  static CLOSING: number;
  static CONNECTING: number;
  static OPEN: number;
}
type XMLHttpRequestResponseType = "" | "arraybuffer" | "blob" | "document" | "json" | "text";
interface XMLHttpRequestEventTarget extends EventTarget {
  onabort: ((event: ProgressEvent) => void) | null;
  onerror: ((event: ProgressEvent) => void) | null;
  onload: ((event: ProgressEvent) => void) | null;
  onloadend: ((event: ProgressEvent) => void) | null;
  onloadstart: ((event: ProgressEvent) => void) | null;
  onprogress: ((event: ProgressEvent) => void) | null;
  ontimeout: ((event: ProgressEvent) => void) | null;
}
interface XMLHttpRequestUpload extends XMLHttpRequestEventTarget {}
declare class XMLHttpRequest extends EventTarget {
  onabort: ((event: ProgressEvent) => void) | null;
  onerror: ((event: ProgressEvent) => void) | null;
  onload: ((event: ProgressEvent) => void) | null;
  onprogress: ((event: ProgressEvent) => void) | null;
  onreadystatechange: ((event: Event) => void) | null;
  ontimeout: ((event: ProgressEvent) => void) | null;
  readyState: number;
  response: any;
  responseText: string;
  responseType: XMLHttpRequestResponseType;
  responseURL: string;
  status: number;
  statusText: string;
  timeout: number;
  upload: XMLHttpRequestUpload;
  withCredentials: boolean;
  abort(): void;
  getAllResponseHeaders(): string;
  getResponseHeader(name: string): string | null;
  open(method: string, url: string | URL, async?: boolean, user?: string | null, password?: string | null): void;
  overrideMimeType(type: string): void;
  send(body?: any): void;
  setRequestHeader(name: string, value: string): void;
  static DONE: number;
}
interface Crypto {
  subtle: any;
  getRandomValues<T>(array: T): T;
  randomUUID(): string;
}
declare const crypto: Crypto;
interface Performance extends EventTarget {
  timeOrigin: number;
  clearMarks(name?: string): void;
  clearMeasures(name?: string): void;
  getEntriesByName(name: string, type?: string): any[];
  getEntriesByType(type: string): any[];
  mark(name: string, options?: any): any;
  measure(name: string, start?: any, end?: string): any;
  now(): number;
}
declare const performance: Performance;

// ---- Documents ----

declare class Node extends EventTarget {
  childNodes: NodeListOf<Node>;
  firstChild: Node | null;
  isConnected: boolean;
  lastChild: Node | null;
  nextSibling: Node | null;
  nodeName: string;
  nodeType: number;
  nodeValue: string | null;
  ownerDocument: Document | null;
  parentElement: HTMLElement | null;
  parentNode: Node | null;
  previousSibling: Node | null;
  textContent: string | null;
  appendChild<T extends Node>(child: T): T;
  cloneNode(deep?: boolean): Node;
  compareDocumentPosition(other: Node): number;
  contains(other: Node | null): boolean;
  getRootNode(options?: any): Node;
  hasChildNodes(): boolean;
  insertBefore<T extends Node>(child: T, before: Node | null): T;
  removeChild<T extends Node>(child: T): T;
  replaceChild<T extends Node>(child: Node, old: T): T;
}
interface NodeListOf<T> extends ArrayLike<T> {
  entries(): IterableIterator<[number, T]>;
  forEach(visit: (value: T, index: number, list: NodeListOf<T>) => void): void;
  item(index: number): T;
  keys(): IterableIterator<number>;
  values(): IterableIterator<T>;
  [Symbol.iterator](): IterableIterator<T>;
}
interface NodeList extends NodeListOf<Node> {}
interface HTMLCollectionOf<T> extends ArrayLike<T> {
  item(index: number): T | null;
  namedItem(name: string): T | null;
  [Symbol.iterator](): IterableIterator<T>;
}
interface HTMLCollection extends HTMLCollectionOf<Element> {}
interface DOMTokenList {
  length: number;
  value: string;
  add(...tokens: string[]): void;
  contains(token: string): boolean;
  forEach(visit: (value: string, index: number, list: DOMTokenList) => void): void;
  item(index: number): string | null;
  remove(...tokens: string[]): void;
  replace(token: string, by: string): boolean;
  toggle(token: string, force?: boolean): boolean;
}
interface DOMRect { bottom: number; height: number; left: number; right: number; top: number; width: number; x: number; y: number }
interface Attr extends Node { name: string; value: string }
declare class CharacterData extends Node { data: string; length: number }
declare class Text extends CharacterData { constructor(data?: string) }
declare class Comment extends CharacterData { constructor(data?: string) }
declare class Element extends Node {
  attributes: any;
  children: HTMLCollection;
  childElementCount: number;
  classList: DOMTokenList;
  className: string;
  clientHeight: number;
  clientWidth: number;
  firstElementChild: Element | null;
  id: string;
  innerHTML: string;
  lastElementChild: Element | null;
  nextElementSibling: Element | null;
  outerHTML: string;
  previousElementSibling: Element | null;
  scrollHeight: number;
  scrollLeft: number;
  scrollTop: number;
  scrollWidth: number;
  shadowRoot: ShadowRoot | null;
  slot: string;
  tagName: string;
  after(...nodes: (Node | string)[]): void;
  animate(keyframes: any, options?: any): any;
  append(...nodes: (Node | string)[]): void;
  attachShadow(init: any): ShadowRoot;
  before(...nodes: (Node | string)[]): void;
  closest<E extends Element = Element>(selectors: string): E | null;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  getBoundingClientRect(): DOMRect;
  getElementsByClassName(names: string): HTMLCollectionOf<Element>;
  getElementsByTagName(name: string): HTMLCollectionOf<Element>;
  hasAttribute(name: string): boolean;
  insertAdjacentElement(where: string, element: Element): Element | null;
  insertAdjacentHTML(where: string, text: string): void;
  matches(selectors: string): boolean;
  prepend(...nodes: (Node | string)[]): void;
  querySelector<E extends Element = Element>(selectors: string): E | null;
  querySelectorAll<E extends Element = Element>(selectors: string): NodeListOf<E>;
  remove(): void;
  removeAttribute(name: string): void;
  replaceChildren(...nodes: (Node | string)[]): void;
  replaceWith(...nodes: (Node | string)[]): void;
  scrollIntoView(options?: any): void;
  scrollTo(x?: any, y?: number): void;
  setAttribute(name: string, value: string): void;
  toggleAttribute(name: string, force?: boolean): boolean;
}
interface CSSStyleDeclaration {
  [name: string]: any;
  cssText: string;
  getPropertyValue(name: string): string;
  removeProperty(name: string): string;
  setProperty(name: string, value: string | null, priority?: string): void;
}
declare class HTMLElement extends Element {
  accessKey: string;
  contentEditable: string;
  dataset: { [name: string]: string };
  dir: string;
  draggable: boolean;
  hidden: boolean;
  innerText: string;
  lang: string;
  offsetHeight: number;
  offsetLeft: number;
  offsetParent: Element | null;
  offsetTop: number;
  offsetWidth: number;
  onclick: ((event: MouseEvent) => void) | null;
  style: CSSStyleDeclaration;
  tabIndex: number;
  title: string;
  blur(): void;
  click(): void;
  focus(options?: any): void;
}
declare class HTMLAnchorElement extends HTMLElement { download: string; href: string; rel: string; target: string }
declare class HTMLButtonElement extends HTMLElement { disabled: boolean; form: HTMLFormElement | null; name: string; type: string; value: string }
declare class HTMLCanvasElement extends HTMLElement {
  height: number;
  width: number;
  getContext(kind: string, options?: any): any;
  toBlob(done: (blob: Blob | null) => void, type?: string, quality?: number): void;
  toDataURL(type?: string, quality?: number): string;
}
declare class HTMLDivElement extends HTMLElement {}
declare class HTMLSpanElement extends HTMLElement {}
declare class HTMLFormElement extends HTMLElement {
  action: string;
  elements: HTMLCollection;
  method: string;
  checkValidity(): boolean;
  requestSubmit(submitter?: HTMLElement): void;
  reset(): void;
  submit(): void;
}
declare class HTMLIFrameElement extends HTMLElement { contentDocument: Document | null; contentWindow: Window | null; src: string }
declare class HTMLImageElement extends HTMLElement { alt: string; complete: boolean; height: number; naturalHeight: number; naturalWidth: number; src: string; width: number }
declare class HTMLInputElement extends HTMLElement {
  checked: boolean;
  disabled: boolean;
  files: FileList | null;
  form: HTMLFormElement | null;
  name: string;
  placeholder: string;
  selectionEnd: number | null;
  selectionStart: number | null;
  type: string;
  value: string;
  valueAsNumber: number;
  checkValidity(): boolean;
  select(): void;
  setSelectionRange(start: number | null, end: number | null): void;
}
declare class HTMLLabelElement extends HTMLElement { htmlFor: string }
declare class HTMLLinkElement extends HTMLElement { href: string; rel: string }
declare class HTMLMediaElement extends HTMLElement {
  currentTime: number;
  duration: number;
  muted: boolean;
  paused: boolean;
  src: string;
  volume: number;
  load(): void;
  pause(): void;
  play(): Promise<void>;
}
declare class HTMLAudioElement extends HTMLMediaElement {}
declare class HTMLVideoElement extends HTMLMediaElement { height: number; videoHeight: number; videoWidth: number; width: number }
declare class HTMLOptionElement extends HTMLElement { disabled: boolean; selected: boolean; text: string; value: string }
declare class HTMLScriptElement extends HTMLElement { async: boolean; defer: boolean; src: string; text: string; type: string }
declare class HTMLSelectElement extends HTMLElement { disabled: boolean; options: HTMLCollectionOf<HTMLOptionElement>; selectedIndex: number; value: string }
declare class HTMLStyleElement extends HTMLElement { disabled: boolean; media: string }
declare class HTMLTemplateElement extends HTMLElement { content: DocumentFragment }
declare class HTMLTextAreaElement extends HTMLElement {
  disabled: boolean;
  name: string;
  placeholder: string;
  selectionEnd: number;
  selectionStart: number;
  value: string;
  select(): void;
}
declare class SVGElement extends Element { style: CSSStyleDeclaration; dataset: { [name: string]: string } }
declare class DocumentFragment extends Node {
  children: HTMLCollection;
  append(...nodes: (Node | string)[]): void;
  querySelector<E extends Element = Element>(selectors: string): E | null;
  querySelectorAll<E extends Element = Element>(selectors: string): NodeListOf<E>;
}
declare class ShadowRoot extends DocumentFragment { host: Element; innerHTML: string; mode: string }
declare class Document extends Node {
  activeElement: Element | null;
  body: HTMLElement;
  cookie: string;
  defaultView: Window | null;
  documentElement: HTMLElement;
  forms: HTMLCollectionOf<HTMLFormElement>;
  head: HTMLHeadElement;
  hidden: boolean;
  location: Location;
  readyState: string;
  referrer: string;
  title: string;
  visibilityState: string;
  adoptNode<T extends Node>(node: T): T;
  createComment(data: string): Comment;
  createDocumentFragment(): DocumentFragment;
  createElement(name: string, options?: any): HTMLElement;
  createElementNS(namespace: string | null, name: string): Element;
  createEvent(kind: string): Event;
  createRange(): any;
  createTextNode(data: string): Text;
  elementFromPoint(x: number, y: number): Element | null;
  execCommand(command: string, interfaceShown?: boolean, value?: string): boolean;
  getElementById(id: string): HTMLElement | null;
  getElementsByClassName(names: string): HTMLCollectionOf<Element>;
  getElementsByName(name: string): NodeListOf<HTMLElement>;
  getElementsByTagName(name: string): HTMLCollectionOf<Element>;
  getSelection(): any;
  hasFocus(): boolean;
  importNode<T extends Node>(node: T, deep?: boolean): T;
  querySelector<E extends Element = Element>(selectors: string): E | null;
  querySelectorAll<E extends Element = Element>(selectors: string): NodeListOf<E>;
  write(...texts: string[]): void;
}
declare class HTMLHeadElement extends HTMLElement {}
declare class DOMParser { parseFromString(text: string, type: string): Document }
declare class MutationObserver {
  constructor(changed: (records: MutationRecord[], observer: MutationObserver) => void);
  disconnect(): void;
  observe(target: Node, options?: any): void;
  takeRecords(): MutationRecord[];
}
interface MutationRecord { addedNodes: NodeList; attributeName: string | null; removedNodes: NodeList; target: Node; type: string }
declare class IntersectionObserver {
  constructor(changed: (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => void, options?: any);
  disconnect(): void;
  observe(target: Element): void;
  unobserve(target: Element): void;
}
interface IntersectionObserverEntry { boundingClientRect: DOMRect; intersectionRatio: number; isIntersecting: boolean; target: Element }
declare class ResizeObserver {
  constructor(changed: (entries: ResizeObserverEntry[], observer: ResizeObserver) => void);
  disconnect(): void;
  observe(target: Element, options?: any): void;
  unobserve(target: Element): void;
}
interface ResizeObserverEntry { contentRect: DOMRect; target: Element }

interface Location {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  origin: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  assign(url: string | URL): void;
  reload(): void;
  replace(url: string | URL): void;
  toString(): string;
}
interface History {
  length: number;
  scrollRestoration: string;
  state: any;
  back(): void;
  forward(): void;
  go(delta?: number): void;
  pushState(data: any, unused: string, url?: string | URL | null): void;
  replaceState(data: any, unused: string, url?: string | URL | null): void;
}
interface Navigator {
  clipboard: { readText(): Promise<string>; writeText(text: string): Promise<void> };
  language: string;
  languages: readonly string[];
  onLine: boolean;
  platform: string;
  serviceWorker: any;
  userAgent: string;
  sendBeacon(url: string | URL, data?: any): boolean;
}
interface Storage {
  [name: string]: any;
  length: number;
  clear(): void;
  getItem(key: string): string | null;
  key(index: number): string | null;
  removeItem(key: string): void;
  setItem(key: string, value: string): void;
}
interface MediaQueryList extends EventTarget { matches: boolean; media: string }
interface Window extends EventTarget {
  closed: boolean;
  crypto: Crypto;
  customElements: CustomElementRegistry;
  devicePixelRatio: number;
  document: Document;
  history: History;
  innerHeight: number;
  innerWidth: number;
  localStorage: Storage;
  location: Location;
  name: string;
  navigator: Navigator;
  opener: any;
  outerHeight: number;
  outerWidth: number;
  pageXOffset: number;
  pageYOffset: number;
  parent: Window;
  performance: Performance;
  scrollX: number;
  scrollY: number;
  self: Window;
  sessionStorage: Storage;
  top: Window | null;
  window: Window;
  alert(message?: any): void;
  cancelAnimationFrame(handle: number): void;
  clearInterval(handle?: number): void;
  clearTimeout(handle?: number): void;
  close(): void;
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  focus(): void;
  getComputedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration;
  matchMedia(query: string): MediaQueryList;
  open(url?: string | URL, target?: string, features?: string): Window | null;
  postMessage(message: any, origin?: any, transfer?: any): void;
  requestAnimationFrame(run: (time: number) => void): number;
  scroll(x?: any, y?: number): void;
  scrollBy(x?: any, y?: number): void;
  scrollTo(x?: any, y?: number): void;
  setInterval(run: (...args: any[]) => void, delay?: number, ...args: any[]): number;
  setTimeout(run: (...args: any[]) => void, delay?: number, ...args: any[]): number;
}
interface CustomElementRegistry {
  define(name: string, constructor: Function, options?: any): void;
  get(name: string): any;
  whenDefined(name: string): Promise<any>;
}
declare const window: Window;
declare const self: Window;
declare const document: Document;
declare const location: Location;
declare const history: History;
declare const navigator: Navigator;
declare const localStorage: Storage;
declare const sessionStorage: Storage;
declare const customElements: CustomElementRegistry;

// ---- Node ----

declare const __dirname: string;
declare const __filename: string;
declare const global: any;
declare class Buffer extends Uint8Array {
  equals(other: Uint8Array): boolean;
  compare(other: Uint8Array): number;
  copy(target: Uint8Array, targetStart?: number, start?: number, end?: number): number;
  readInt32BE(offset?: number): number;
  readInt32LE(offset?: number): number;
  readUInt16BE(offset?: number): number;
  readUInt16LE(offset?: number): number;
  readUInt32BE(offset?: number): number;
  readUInt32LE(offset?: number): number;
  readUInt8(offset?: number): number;
  toJSON(): { type: string; data: number[] };
  toString(encoding?: string, start?: number, end?: number): string;
  write(text: string, offset?: number, length?: number, encoding?: string): number;
  writeInt32BE(value: number, offset?: number): number;
  writeUInt32BE(value: number, offset?: number): number;
  writeUInt8(value: number, offset?: number): number;
  static alloc(size: number, fill?: any, encoding?: string): Buffer;
  static allocUnsafe(size: number): Buffer;
  static byteLength(text: string | ArrayBuffer | ArrayBufferView, encoding?: string): number;
  static concat(list: readonly Uint8Array[], length?: number): Buffer;
  static from(source: any, encoding?: any, length?: number): Buffer;
  static isBuffer(value: any): boolean;
  static isEncoding(encoding: string): boolean;
}
type BufferEncoding = "ascii" | "utf8" | "utf-8" | "utf16le" | "base64" | "base64url" | "latin1" | "binary" | "hex";
declare namespace NodeJS {
  interface ProcessEnv { [name: string]: string | undefined }
  interface MemoryUsage { rss: number; heapTotal: number; heapUsed: number; external: number; arrayBuffers: number }
  interface Timeout { ref(): this; unref(): this; hasRef(): boolean; refresh(): this }
  interface Timer { ref(): this; unref(): this }
  interface Immediate { ref(): this; unref(): this }
  interface ErrnoException extends Error { errno?: number; code?: string; path?: string; syscall?: string }
  interface EventEmitter {
    addListener(name: string | symbol, listener: (...args: any[]) => void): this;
    emit(name: string | symbol, ...args: any[]): boolean;
    eventNames(): (string | symbol)[];
    listenerCount(name: string | symbol): number;
    listeners(name: string | symbol): Function[];
    off(name: string | symbol, listener: (...args: any[]) => void): this;
    on(name: string | symbol, listener: (...args: any[]) => void): this;
    once(name: string | symbol, listener: (...args: any[]) => void): this;
    removeAllListeners(name?: string | symbol): this;
    removeListener(name: string | symbol, listener: (...args: any[]) => void): this;
    setMaxListeners(count: number): this;
  }
  interface ReadableStream extends EventEmitter {
    readable: boolean;
    pause(): this;
    pipe<T extends WritableStream>(destination: T, options?: any): T;
    read(size?: number): string | Buffer;
    resume(): this;
    setEncoding(encoding: string): this;
    [Symbol.asyncIterator](): AsyncIterableIterator<string | Buffer>;
  }
  interface WritableStream extends EventEmitter {
    writable: boolean;
    end(data?: any, done?: () => void): this;
    write(data: Uint8Array | string, done?: (error?: Error | null) => void): boolean;
  }
  interface ReadWriteStream extends ReadableStream, WritableStream {}
  interface WriteStream extends WritableStream { columns: number; rows: number; isTTY: boolean; fd: number }
  interface Process extends EventEmitter {
    arch: string;
    argv: string[];
    env: ProcessEnv;
    execArgv: string[];
    execPath: string;
    exitCode?: number;
    pid: number;
    platform: string;
    ppid: number;
    stderr: WriteStream;
    stdin: ReadableStream;
    stdout: WriteStream;
    title: string;
    version: string;
    versions: { [name: string]: string };
    abort(): never;
    chdir(directory: string): void;
    cpuUsage(): { user: number; system: number };
    cwd(): string;
    emitWarning(warning: string | Error, options?: any): void;
    exit(code?: number): never;
    hrtime: { (time?: [number, number]): [number, number]; bigint(): bigint };
    kill(pid: number, signal?: string | number): boolean;
    memoryUsage(): MemoryUsage;
    nextTick(run: (...args: any[]) => void, ...args: any[]): void;
    send?(message: any): boolean;
    umask(mask?: number): number;
    uptime(): number;
  }
}
declare const process: NodeJS.Process;
interface NodeRequire {
  (id: string): any;
  cache: { [id: string]: any };
  main: any;
  resolve(id: string): string;
}
declare const require: NodeRequire;
