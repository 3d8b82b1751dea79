// @modelcontextprotocol/client that names its folders: typescript_roots.cjs ERA LOCKSTEP WORLD. The server is started in the
// home folder, which it refuses to index: the client's folders are all there is.
'use strict';

const { pathToFileURL } = require('node:url');
const { Client } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');
const { check } = require('./check.cjs');

const [era, lockstep, world] = process.argv.slice(2, 5);
const timer = setTimeout(() => { console.error('typescript roots: no answer in time'); process.exit(1); }, 90_000);

(async () => {
  const mode = era === 'legacy' || era === 'auto' ? era : { pin: era };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, capabilities: { roots: {} } });
  let asked = 0;
  client.setRequestHandler('roots/list', async () => {
    asked += 1;
    return { roots: [{ uri: pathToFileURL(world).href }] };
  });
  await client.connect(new StdioClientTransport({ command: lockstep, args: ['mcp'], cwd: process.env.HOME, env: { ...process.env } }));
  for (let call = 0; call < 2; call += 1) {
    const answer = await client.callTool({ name: 'find_callers', arguments: { symbol: 'greet' } });
    check(!answer.isError && answer.content[0].text.includes('main.py'), answer);
  }
  check(asked === 1, `asked for its folders ${asked} times`);
  await client.close();
  clearTimeout(timer);
})().catch((error) => {
  console.error(`typescript roots: ${error.stack ?? error}`);
  process.exit(1);
});
