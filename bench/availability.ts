/**
 * The availability check over HTTP beside a bare `node:http` server that sends the same bytes, each
 * in a process of its own, in turns. See README.md in this folder.
 *
 * Usage: `npm run bench -- availability [--clients 64] [--seconds 10] [--rounds 3] [--json]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { wire } from '../test/running-server.ts'
import { startStores } from '../test/store-servers.ts'
import type { BareAnswer } from './bare-server.ts'
import type { Measured } from './forked.ts'
import { load } from './load.ts'
import { type Figure, keepResults } from './results.ts'

const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const [clients, seconds, rounds] = [options.clients, options.seconds, options.rounds].map(
  Number,
) as [number, number, number]
const AIM = 0.85
/** Amounts that every product accepts, so that all answers are the same. */
const AMOUNTS = Array.from({ length: 5_000 }, (_, index) => 10_000 + index)
const ACCEPT = 'application/vnd.svc.sandbox.v1+json'
const ORIGIN = 'https://shop.example.com'

/** As for real stores, but without the limits, which are not measured. */
const server = await startStores(1, { RATE_LIMIT: '0', PUBLIC_RATE_LIMIT: '0' })
const base_url = server.baseUrl
const public_key = server.stores[0]?.public_key ?? ''
const headers = { authorization: `Bearer ${public_key}`, accept: ACCEPT, origin: ORIGIN }
const path = (amount: number) => `/checkout/button?amount=${amount}&currency=EUR`
const sample = await wire({ demo: { base_url } }, { path: path(10_000), headers })
const { date: _date, connection: _connection, ...rest } = sample.headers
const { 'keep-alive': _keepAlive, ...same } = rest
const bareAnswer: BareAnswer = { status: sample.status, headers: same, body: sample.text }
const bare = fork(join(import.meta.dirname, 'bare-server.ts'))
bare.send(bareAnswer)
const [bareUrl] = (await once(bare, 'message')) as [string]

function measure(baseUrl: string): Promise<Measured> {
  const lines = [
    `Host: ${new URL(baseUrl).host}`,
    `Authorization: ${headers.authorization}`,
    `Accept: ${ACCEPT}`,
    `Origin: ${ORIGIN}`,
  ].join('\r\n')
  const requests = AMOUNTS.map((amount) => `GET ${path(amount)} HTTP/1.1\r\n${lines}\r\n\r\n`)
  const job = { baseUrl, requests, status: 201, clients, warmupMs: 2_000 }
  return load({ ...job, measuredMs: seconds * 1_000 })
}

const served: Measured[] = []
const limit: Measured[] = []
for (let round = 1; round <= rounds; round++) {
  served.push(await measure(base_url))
  limit.push(await measure(bareUrl))
  process.stderr.write(`round ${round} of ${rounds} done\n`)
}
bare.kill()
await server.remove()

const speed = (each: Measured): number => Math.round(each.perSecond)
const middle = (all: readonly Measured[]): number =>
  all.map(speed).toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? Number.NaN
const figure = (what: string, each: readonly Measured[]): Figure => ({
  ...{ what, value: middle(each), unit: '1/s', rounds: each.map(speed) },
})
const report = {
  availability: served.map(speed),
  bare: limit.map(speed),
  ratio: middle(served) / middle(limit),
  aim: AIM,
  errors: [...served, ...limit].reduce((sum, { errors }) => sum + errors, 0),
}
keepResults('availability', {
  options: { clients, seconds, rounds },
  figures: [
    { what: 'availability beside node:http', value: report.ratio, unit: 'ratio', aim: AIM },
    figure('availability', served),
    figure('bare node:http', limit),
  ],
})
const lines = [
  `availability ${report.availability.join(', ')}/s`,
  `bare node:http ${report.bare.join(', ')}/s`,
  `${(report.ratio * 100).toFixed(1)} % (aim ${AIM * 100} %), ${report.errors} errors`,
]
const text = options.json ? JSON.stringify(report, null, 2) : lines.join('\n')
process.stdout.write(`${text}\n`)
process.exitCode = report.errors === 0 ? 0 : 1
