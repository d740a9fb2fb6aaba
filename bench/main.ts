/** `npm run bench -- --help` lists the benchmarks; README.md explains how to read them. */
import { answerHelp } from '../tools/options.ts'

const benches: Readonly<Record<string, readonly [options: string, what: string]>> = {
  captures: [
    '[--orders 10000] [--clients 64] [--seconds 20] [--rounds 3] [--endpoints 0] [--json]',
    "captures against pgbench's best transaction",
  ],
  availability: [
    '[--clients 64] [--seconds 10] [--rounds 3] [--json]',
    'the buttons of a page against a bare server',
  ],
  checkouts: [
    '[--clients 64] [--seconds 10] [--rounds 3] [--script FILE] [--json]',
    'from checkout to confirmation against its own statements by pgbench',
  ],
  book: [
    '[--sizes 10000,1000000] [--times 40] [--keep] [--json]',
    'lists, figures and a file over all stores, of books of two sizes',
  ],
  desk: [
    '[--rounds 5] [--idle 60] [--from FILE] [--json]',
    'waiting times at the desk, in a browser; also on a database loaded by growth --keep',
  ],
  embedded: [
    '[--captures 1000] [--clients 64] [--rounds 3] [--json]',
    'captures on the embedded database against PGlite alone',
  ],
  fairness: [
    '[--seconds 60] [--rounds 5] [--clients 100] [--database both|embedded|postgres] [--json]',
    'what a store notices of another one that floods',
  ],
  growth: [
    '[--sizes 10000,…] [--lean] [--times 200] [--folder …] [--audit] [--keep|--from …]',
    'the same questions in databases of more and more orders',
  ],
  lists: ['[--orders 1000000] [--times 20] [--json]', 'lists of a large store'],
  loans: ['[--loans 200] [--json]', 'the day on which many loans fall due'],
  'row-security': [
    '[--orders 10000] [--clients 8] [--seconds 5] [--rounds 5] [--out …]',
    'what policies on the rows of each store would cost the database (decision 0106)',
  ],
  web: ['[--rounds 5] [--json]', 'script and checkout pages in a browser'],
  start: ['[--rounds 3] [--idle 10] [--json]', 'a second start, and memory without requests'],
  subscribed: [
    '[--endpoints 2] [--orders 10000] [--clients 64] [--seconds 10] [--rounds 3] [--json]',
    'what captures lose where webhooks subscribe to all events',
  ],
  webhooks: ['[--seconds 20] [--rate 100] [--backlog 5000]', 'delivery of events'],
}
const lines = Object.entries(benches).map(
  ([name, [options, what]]) => `  ${name.padEnd(14)}${what}\n${' '.repeat(16)}${options}`,
)
answerHelp(`npm run bench -- [captures] [options]: speed as a ratio against a limit in the same run.

${lines.join('\n')}
`)

const [named = 'captures'] = process.argv.slice(2)
const isNamed = named in benches
if (isNamed) process.argv.splice(2, 1)
if (isNamed || named.startsWith('--')) {
  const file = named === 'web' || named === 'desk' ? `browser/${named}` : named
  await import(`./${isNamed ? file : 'captures'}.ts`)
} else {
  process.stderr.write(`There is no benchmark ${named}; npm run bench -- --help shows them\n`)
  process.exitCode = 1
}
