// @modelcontextprotocol/sdk, the older line, over stdio: typescript_sdk.cjs legacy FORMAT LOCKSTEP WORLD.
'use strict';

const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const { run } = require('./check.cjs');

run('typescript sdk', async (command) => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport(command));
  return client;
});
