/**
 * `npm run cluster`: PostgreSQL loses its leader under load, then every acknowledged effect is
 * looked up. The report is written to stdout, progress to stderr.
 */
import { runTool } from '../options.ts'
import { createTally } from '../torture/tally.ts'
import { startCluster } from './cluster.ts'
import { type EventName, eventNames } from './events.ts'
import { documentedTimes, TEST_TIMES, type Times } from './files.ts'
import { type Options, readOptions, usage } from './options.ts'
import { keepsItsWord } from './patroni.ts'
import { clusterPrograms } from './programs.ts'
import { type Failover, placeServices, type Report, runCluster } from './run.ts'

const SWITCHOVER_MAX = 10

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main(options: Options): Promise<number> {
  const programs = clusterPrograms()
  if (typeof programs === 'string') {
    say(programs)
    return 2
  }
  const times = options.documented ? documentedTimes() : TEST_TIMES
  const { seconds, seed, workers, address } = options
  const cluster = await startCluster(programs, times)
  const { patroni } = cluster
  say(`seed ${seed}; Patroni ${patroni}; ttl ${times.ttl} s; by ${address}`)
  if (!keepsItsWord(patroni))
    say(`Patroni ${patroni}: a hang may lose writes (docs/operating/failover.md)`)
  const place = placeServices(address === 'haproxy' ? cluster.url : cluster.hostsUrl)
  const remove = async () => {
    await place.remove()
    await cluster.remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void remove().finally(() => process.exit(2)))
  const tally = createTally(say)
  try {
    const run = { cluster, place, names: eventNames, seconds, seed, workers, tally, say }
    const report = await runCluster(run)
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : text(report, times))
    return report.faults > 0 ? 1 : 0
  } catch (error) {
    if (tally.faults.length === 0) throw error
    say(`the run broke off after these findings: ${(error as Error).message}`)
    return 1
  } finally {
    await remove()
  }
}

/** The goals, in seconds. */
const goalOf = (name: EventName, { ttl }: Times): number =>
  name === 'switched over' ? SWITCHOVER_MAX : ttl + 10

function text(report: Report, times: Times): string {
  const { failovers, faults, statuses, acknowledged, refused, unanswered, lost, doubled } = report
  const { orders, events, replays, brokenAnswers } = report
  const counts = Object.entries(statuses).map(([status, count]) => `${status} ${count}`)
  const lines = [
    `${failovers.length} failovers; ${faults === 0 ? 'nothing found' : `${faults} FOUND`}`,
    ...eventNames.flatMap((name) => timesOf(name, failovers, goalOf(name, times))),
    `  answers: ${counts.join(', ')}, broken off ${brokenAnswers}`,
    `  operations: ${acknowledged} acknowledged, ${refused} refused, ${unanswered} unanswered`,
    `  looked up: ${orders} orders, ${events} events, ${replays} repeated answers: ${lost} lost,` +
      ` ${doubled} doubled`,
    `  audit with seals: ${report.audited ? 'nothing found' : 'FINDINGS'}`,
  ]
  return `${lines.join('\n')}\n`
}

function timesOf(name: EventName, all: readonly Failover[], goal: number): string[] {
  const of = all.filter((each) => each.name === name)
  if (of.length === 0) return []
  const seconds = of.map((each) => each.seconds.toFixed(1)).join(', ')
  const gaps = of.map((each) => each.gapSeconds.toFixed(1)).join(', ')
  const isMet = of.every((each) => each.seconds <= goal)
  return [
    `  ${name}: writes again after ${seconds} s; without writes ${gaps} s;` +
      ` goal ${goal} s${isMet ? '' : ' MISSED'}`,
  ]
}

await runTool(usage, readOptions, main)
