// What the two TypeScript clients have in common: what is asked over a connection, and what must come back.
'use strict';

const TOOLS = [
  'index_status',
  'editor_context',
  'search_symbols',
  'search_text',
  'get_file_outline',
  'find_references',
  'find_callers',
  'find_callees',
  'affected',
  'get_source',
  'resolve_definition',
  'get_enclosing_scope',
  'shortest_path',
  'god_nodes',
  'graph_stats',
];

function check(holds, what) {
  if (!holds) throw new Error(typeof what === 'string' ? what : JSON.stringify(what));
}

function serverCommand(lockstep, world, format) {
  return { command: lockstep, args: ['mcp', '--root', world, '--format', format], cwd: world, env: { ...process.env } };
}

async function checkServer(client, format) {
  check((client.getInstructions() ?? '').includes('find_callers'), 'no instructions');
  check(client.getServerVersion()?.name === 'lockstep', client.getServerVersion() ?? 'no server name');
  const { tools } = await client.listTools();
  check(tools.map((tool) => tool.name).join() === TOOLS.join(), tools.map((tool) => tool.name));
  const answer = await client.callTool({ name: 'find_callers', arguments: { symbol: 'greet', show_sites: 'true' } });
  const text = answer.content[0].text;
  check(!answer.isError && text.includes('main.py') && text.includes('greet('), text);
  if (format === 'structured') {
    const callers = answer.structuredContent.callers.map((caller) => caller.symbol);
    check(callers.join() === 'main.py#main', callers);
  } else {
    check(answer.structuredContent === undefined, 'structured content in text format');
  }
  const unknown = await client.callTool({ name: 'find_callers', arguments: { symbol: 'nothing_like_this' } });
  check(unknown.content[0].text.includes('unknown'), unknown);
  const wrong = await client.callTool({ name: 'find_callers', arguments: { symbl: 'greet' } });
  check(wrong.isError && wrong.content[0].text.includes('did you mean symbol'), wrong);
}

// Runs `connect`, checks the server and ends the process; non-zero with the reason on failure.
function run(name, connect) {
  const [format, lockstep, world] = process.argv.slice(3, 6);
  const timer = setTimeout(() => { console.error(`${name}: no answer in time`); process.exit(1); }, 90_000);
  (async () => {
    const client = await connect(serverCommand(lockstep, world, format), process.argv[2]);
    await checkServer(client, format);
    await client.close();
    clearTimeout(timer);
  })().catch((error) => {
    console.error(`${name}: ${error.stack ?? error}`);
    process.exit(1);
  });
}

module.exports = { check, run };
