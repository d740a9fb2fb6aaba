/**
 * `npm run fuzz`: mutated requests by seed against every route. Counts by status and route and the
 * summary are written to stdout, progress to stderr. Exit codes: 0 nothing found, 1 findings, 2 it
 * could not run.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../../test/running-server.ts'
import { answerHelp } from '../options.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Finding, type Report, replay, runFuzz } from './run.ts'

const EVERY_MS = 5_000
const say = (line: string) => process.stderr.write(`${line}\n`)

async function fuzz(options: Options, server: RunningServer, databasePid: number | undefined) {
  const { seed, inputs, from, folder } = options
  say(`seed ${seed}: ${inputs} inputs against ${server.demo.base_url}`)
  const began = performance.now()
  let lastReport = began
  const progress = (done: number, { findings }: Report) => {
    if (performance.now() - lastReport < EVERY_MS) return
    lastReport = performance.now()
    const rate = Math.round((done / (lastReport - began)) * 1_000)
    say(`${done} of ${inputs}, ${rate} a second, ${findings.length} findings`)
  }
  const onFinding = (finding: Finding) => save(finding, { folder, options })
  const report = await runFuzz(server, { seed, inputs, from, databasePid, progress, onFinding })
  process.stdout.write(`${table(report)}\n`)
  if (report.findings.length > 0) say(server.log().slice(-4_000))
  return report.findings.length > 0 ? 1 : 0
}

function save(finding: Finding, { folder, options }: { folder: string; options: Options }): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${options.seed}-${finding.number}.json`)
  const bytes = finding.bytes.toString('base64')
  writeFileSync(file, JSON.stringify({ ...finding, bytes }, null, 2))
  say(`\ninput ${finding.number}, ${finding.route}: ${finding.what}`)
  say(finding.bytes.toString('latin1').slice(0, 600))
  say(finding.answer.slice(0, 600))
  say(`Again: npm run fuzz -- --database ${options.database} --replay ${file}`)
}

function table({ byRoute, statuses, slowestMs, findings, inputs }: Report): string {
  const written = (counts: ReadonlyMap<number, number>) =>
    [...counts]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status === 0 ? 'closed' : status}: ${times}`)
      .join('  ')
  const lines = [...byRoute].map(([route, counts]) => `${route.padEnd(64)} ${written(counts)}`)
  const succeeded = (counts: ReadonlyMap<number, number>) =>
    [...counts.keys()].some((status) => status >= 200 && status < 300)
  const never = [...byRoute].filter(([, counts]) => !succeeded(counts)).map(([route]) => route)
  return [
    ...lines.sort(),
    `all ${written(statuses)}`,
    `never successful: ${never.length === 0 ? 'none' : never.join(', ')}`,
    JSON.stringify({ inputs, findings: findings.length, slowest_ms: slowestMs }),
  ].join('\n')
}

async function again(file: string, server: RunningServer): Promise<number> {
  const saved = JSON.parse(readFileSync(file, 'utf8')) as Omit<Finding, 'bytes'> & { bytes: string }
  const bytes = Buffer.from(saved.bytes, 'base64')
  const { text, usedMs, fault } = await replay(server, { ...saved, bytes })
  process.stdout.write(`${text}\n${usedMs} ms of processor time\n`)
  say(fault ?? 'nothing is wrong with this answer')
  if (fault !== undefined) say(server.log().slice(-4_000))
  return fault === undefined ? 0 : 1
}

answerHelp(usage)
const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  say(`${options}\n\n${usage}`)
  process.exit(2)
}
let postgres: PostgresServer | undefined
if (options.database === 'postgres') {
  postgres = await startPostgres({ fsync: 'off' })
  if (postgres === undefined) {
    say('there is no PostgreSQL, and none can be installed')
    process.exit(2)
  }
  process.env.TEST_DATABASE = 'postgres'
  process.env.TEST_DATABASE_URL = postgres.url
}
/** Nothing is sent anywhere: there is no name server. */
const server = await startServer({ WEBHOOK_DNS: '127.0.0.1:9' })
let code = 2
try {
  const { replay: file } = options
  code =
    file === undefined ? await fuzz(options, server, postgres?.pid()) : await again(file, server)
} finally {
  await server.remove()
  postgres?.stop()
}
process.exit(code)
