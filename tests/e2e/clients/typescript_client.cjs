// @modelcontextprotocol/client over stdio: typescript_client.cjs ERA FORMAT LOCKSTEP WORLD; ERA is legacy, auto or a version.
'use strict';

const { Client } = require('@modelcontextprotocol/client');
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');
const { check, run } = require('./check.cjs');

run('typescript client', async (command, era) => {
  const mode = era === 'legacy' || era === 'auto' ? era : { pin: era };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(command));
  const spoken = client.getNegotiatedProtocolVersion();
  check(spoken === (era === 'legacy' ? '2025-11-25' : '2026-07-28'), `${era} came to speak ${spoken}`);
  return client;
});
