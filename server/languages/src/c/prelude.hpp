// Declarations of what C++ code uses most of its standard library, and names for built-in types.
struct __char {};
struct __int {};
struct __double {};
struct __bool {};
struct __null {};

namespace std {

template <class T> class __iterator {
 public:
  T& operator*();
  T* operator->();
  T& operator[](int at);
};

template <class T> class initializer_list { public: __iterator<T> begin(); __iterator<T> end(); int size(); };

template <class A, class B> struct pair { A first; B second; void swap(pair& other); };
template <class A, class B> pair<A, B> make_pair(A a, B b);
template <class... T> class tuple {};

template <class C> class basic_string {
 public:
  int size() const; int length() const; bool empty() const; const char* c_str() const; const char* data() const;
  void append(const basic_string& text); void push_back(char c); void pop_back(); void clear(); void resize(int n); void reserve(int n);
  basic_string substr(int at, int n); int find(const basic_string& text); int rfind(char c); int compare(const basic_string& text);
  basic_string& assign(const char* text, int n); basic_string& insert(int at, const basic_string& text); basic_string& erase(int at, int n);
  basic_string& replace(int at, int n, const basic_string& text); char& at(int at); char& operator[](int at); char& back(); char& front();
  __iterator<C> begin(); __iterator<C> end(); void swap(basic_string& other); int find_first_of(char c); int find_last_of(char c);
  bool starts_with(const basic_string& text) const; bool ends_with(const basic_string& text) const; int capacity() const;
};
using string = basic_string<__char>;
using wstring = basic_string<__char>;
template <class C> class basic_string_view {
 public:
  int size() const; int length() const; bool empty() const; const char* data() const; basic_string_view substr(int at, int n);
  int find(char c); void remove_prefix(int n); void remove_suffix(int n); char operator[](int at); __iterator<C> begin(); __iterator<C> end();
};
using string_view = basic_string_view<__char>;
string to_string(int value);
int stoi(const string& text);

template <class T> class vector {
 public:
  T& operator[](int at); T& at(int at); T& front(); T& back(); T* data();
  __iterator<T> begin(); __iterator<T> end(); __iterator<T> rbegin(); __iterator<T> rend(); __iterator<T> cbegin(); __iterator<T> cend();
  int size() const; bool empty() const; int capacity() const; void push_back(const T& value); T& emplace_back(); void pop_back();
  void clear(); void resize(int n); void reserve(int n); void swap(vector& other); void assign(int n, const T& value); void shrink_to_fit();
  __iterator<T> insert(__iterator<T> at, const T& value); __iterator<T> erase(__iterator<T> at); __iterator<T> emplace(__iterator<T> at);
};
template <class T> class deque : public vector<T> { public: void push_front(const T& value); void pop_front(); T& emplace_front(); };
template <class T> class list : public deque<T> { public: void splice(__iterator<T> at, list& other); void remove(const T& value); void sort(); };
template <class T> class forward_list : public list<T> {};
template <class T, int N> class array : public vector<T> { public: void fill(const T& value); };
template <class T> class span : public vector<T> { public: span subspan(int at, int n); };
template <class T> class queue { public: T& front(); T& back(); void push(const T& value); void pop(); bool empty() const; int size() const; T& emplace(); };
template <class T> class stack { public: T& top(); void push(const T& value); void pop(); bool empty() const; int size() const; T& emplace(); };
template <class T> class priority_queue : public stack<T> {};
template <class T> class set {
 public:
  __iterator<T> begin(); __iterator<T> end(); __iterator<T> rbegin(); __iterator<T> rend(); __iterator<T> find(const T& value);
  __iterator<T> lower_bound(const T& value); __iterator<T> upper_bound(const T& value); int count(const T& value) const;
  pair<__iterator<T>, bool> insert(const T& value); pair<__iterator<T>, bool> emplace(); int erase(const T& value); int size() const;
  bool empty() const; void clear(); void swap(set& other); bool contains(const T& value) const; void reserve(int n);
};
template <class T> class multiset : public set<T> {};
template <class T> class unordered_set : public set<T> {};
template <class T> class unordered_multiset : public set<T> {};
template <class K, class V> class map {
 public:
  __iterator<pair<K, V>> begin(); __iterator<pair<K, V>> end(); __iterator<pair<K, V>> rbegin(); __iterator<pair<K, V>> rend();
  __iterator<pair<K, V>> cbegin(); __iterator<pair<K, V>> cend(); __iterator<pair<K, V>> find(const K& key);
  __iterator<pair<K, V>> lower_bound(const K& key); __iterator<pair<K, V>> upper_bound(const K& key); V& operator[](const K& key);
  V& at(const K& key); int count(const K& key) const; bool contains(const K& key) const; int erase(const K& key); int size() const;
  bool empty() const; void clear(); void swap(map& other); pair<__iterator<pair<K, V>>, bool> insert(const pair<K, V>& value);
  pair<__iterator<pair<K, V>>, bool> emplace(); pair<__iterator<pair<K, V>>, bool> try_emplace(const K& key);
  pair<__iterator<pair<K, V>>, bool> insert_or_assign(const K& key, const V& value); void reserve(int n);
};
template <class K, class V> class multimap : public map<K, V> {};
template <class K, class V> class unordered_map : public map<K, V> {};
template <class K, class V> class unordered_multimap : public map<K, V> {};

template <class T> class unique_ptr {
 public:
  T* operator->(); T& operator*(); T& operator[](int at); T* get() const; T* release(); void reset(T* value = nullptr); void swap(unique_ptr& other);
};
template <class T> class shared_ptr {
 public:
  T* operator->(); T& operator*(); T& operator[](int at); T* get() const; void reset(T* value = nullptr); int use_count() const; void swap(shared_ptr& other);
};
template <class T> class weak_ptr { public: shared_ptr<T> lock() const; bool expired() const; void reset(); };
template <class T> class optional {
 public:
  T* operator->(); T& operator*(); T& value(); T value_or(const T& other); bool has_value() const; void reset(); T& emplace();
};
template <class T> class reference_wrapper { public: T& get() const; };
template <class... T> class variant { public: int index() const; };
class any { public: bool has_value() const; void reset(); };
template <class T> unique_ptr<T> make_unique();
template <class T> shared_ptr<T> make_shared();
template <class T, class U> shared_ptr<T> static_pointer_cast(const shared_ptr<U>& value);
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U>& value);
template <class T> T& move(T& value);
template <class T> T& forward(T& value);
template <class T> T exchange(T& value, T other);
template <class T> void swap(T& a, T& b);
template <class T> const T& min(const T& a, const T& b);
template <class T> const T& max(const T& a, const T& b);
template <class T> T& get(tuple<T>& value);
template <class T> reference_wrapper<T> ref(T& value);
template <class C> auto begin(C& c);
template <class C> auto end(C& c);

template <class F> class function {};
template <class T> class atomic {
 public:
  T load(int order = 0) const; void store(T value, int order = 0); T exchange(T value); T fetch_add(T value); T fetch_sub(T value);
  bool compare_exchange_strong(T& expected, T value); bool compare_exchange_weak(T& expected, T value);
};
class mutex { public: void lock(); void unlock(); bool try_lock(); };
class shared_mutex : public mutex { public: void lock_shared(); void unlock_shared(); };
class recursive_mutex : public mutex {};
template <class M> class lock_guard {};
template <class M> class scoped_lock {};
template <class M> class unique_lock { public: void lock(); void unlock(); bool owns_lock() const; };
template <class M> class shared_lock : public unique_lock<M> {};
class condition_variable { public: void wait(int lock); void notify_one(); void notify_all(); };
class thread { public: void join(); void detach(); bool joinable() const; static int hardware_concurrency(); };
template <class T> class future { public: T get(); void wait(); bool valid() const; };
template <class T> class promise { public: future<T> get_future(); void set_value(const T& value); };

class exception { public: const char* what() const; };
class runtime_error : public exception {};
class logic_error : public exception {};
class invalid_argument : public logic_error {};
class out_of_range : public logic_error {};
class error_code { public: int value() const; string message() const; };

class ios_base { public: bool good() const; bool eof() const; bool fail() const; bool bad() const; void clear(); int precision(int n); int width(int n); char fill(char c); };
class ostream : public ios_base { public: ostream& write(const char* text, int n); ostream& flush(); ostream& put(char c); };
class istream : public ios_base { public: istream& read(char* text, int n); int get(); istream& getline(char* text, int n); int peek(); };
class iostream : public ostream {};
class ostringstream : public ostream { public: string str() const; };
class istringstream : public istream { public: string str() const; };
class stringstream : public iostream { public: string str() const; };
class ofstream : public ostream { public: bool is_open() const; void close(); void open(const string& path); };
class ifstream : public istream { public: bool is_open() const; void close(); void open(const string& path); };
class fstream : public iostream { public: bool is_open() const; void close(); void open(const string& path); };
extern ostream cout;
extern ostream cerr;
extern istream cin;

namespace chrono { class duration { public: int count() const; }; class time_point { public: duration time_since_epoch() const; }; }
namespace filesystem {
class path { public: path parent_path() const; path filename() const; path extension() const; path stem() const; std::string string() const; bool empty() const; };
bool exists(const path& p);
}

}  // namespace std
