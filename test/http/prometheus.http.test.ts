// The alerts and the dashboard, by Prometheus itself: on figures of a service that works.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { freePort } from '../../tools/postgres.ts'
import { installPackage } from '../../tools/system-package.ts'
import {
  clientOf,
  confirmedOrder,
  ended,
  type Json,
  type RunningServer,
  runProgram,
  startServer,
} from '../running-server.ts'

const WAIT_MS_MAX = 90_000
const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'deploy/prometheus')
const alerts: Json = parse(readFileSync(join(deploy, 'alerts.yml'), 'utf8'))
const alertTests: Json = parse(readFileSync(join(deploy, 'alerts.test.yml'), 'utf8'))
const dashboard: Json = JSON.parse(readFileSync(join(root, 'deploy/grafana/svc.json'), 'utf8'))
const rules: Json[] = alerts.groups.flatMap((group: Json) => group.rules)

const isThere = () => spawnSync('promtool', ['--version']).status === 0
const hasPrometheus = isThere() || (installPackage('prometheus') && isThere())
const SKIP = hasPrometheus ? false : 'there is no Prometheus'

let server: RunningServer
let folder: string
let prometheus: ChildProcess
let url: string
before(async () => {
  if (SKIP !== false) return
  server = await startServer({ METRICS_PORT: '0' })
  folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'))
  const target = /metrics at http:\/\/(\S+)\/metrics/.exec(server.log())?.[1] ?? ''
  const config: Json = parse(readFileSync(join(deploy, 'prometheus.yml'), 'utf8'))
  config.global = { scrape_interval: '1s', evaluation_interval: '1s' }
  config.rule_files = [join(deploy, 'alerts.yml')]
  config.scrape_configs[0].static_configs[0].targets = [target]
  const file = join(folder, 'prometheus.yml')
  // What YAML takes, JSON is.
  writeFileSync(file, JSON.stringify(config))
  const port = await freePort()
  url = `http://127.0.0.1:${port}/api/v1`
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
})
after(async () => {
  if (SKIP !== false) return
  prometheus.kill('SIGKILL')
  if (prometheus.exitCode === null && prometheus.signalCode === null) await once(prometheus, 'exit')
  rmSync(folder, { recursive: true, force: true })
  await server.remove()
})

async function ask(path: string, values: Record<string, string> = {}): Promise<Json> {
  const response = await fetch(`${url}${path}?${new URLSearchParams(values)}`)
  const body: Json = await response.json()
  assert.equal(body.status, 'success', `${values.query}: ${body.error}`)
  return body.data
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + WAIT_MS_MAX
  while (!(await holds().catch(() => false))) {
    assert.ok(Date.now() < limit, what)
    await pause(250)
  }
}

const panels: Json[] = dashboard.panels.filter(({ type }: Json) => type !== 'row')
const queries: string[] = panels.flatMap(({ targets }) => targets.map(({ expr }: Json) => expr))

/** What may be absent on a service that is well: nothing failed, nothing was live. */
const MAY_BE_EMPTY = ['status=~"5.."', 'mode="live"', 'svc_log_lines_total']

test('each query of the dashboard shows something', { skip: SKIP }, async () => {
  await confirmedOrder(clientOf(server), 20_000)
  const shows = async (expr: string) => {
    const query = expr.replaceAll('$__rate_interval', '1m')
    return (await ask('/query', { query })).result.length > 0
  }
  for (const expr of queries) {
    if (MAY_BE_EMPTY.some((part) => expr.includes(part))) await ask('/query', queryOf(expr))
    else await until(() => shows(expr), `nothing is shown by ${expr}`)
  }
  assert.ok(queries.length > 15)
})

const queryOf = (expr: string) => ({ query: expr.replaceAll('$__rate_interval', '1m') })

test('Prometheus takes the rules, and nothing fires on a service that is well', {
  skip: SKIP,
}, async () => {
  await until(async () => {
    const { groups } = await ask('/rules')
    const loaded: Json[] = groups.flatMap((group: Json) => group.rules)
    return loaded.length === rules.length && loaded.every(({ health }) => health === 'ok')
  }, 'a rule is not evaluated')
  const { alerts: firing } = await ask('/alerts')
  const names = firing.filter(({ state }: Json) => state === 'firing')
  assert.deepEqual(names, [])
})

test('each alert fires in its own test', { skip: SKIP }, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd: deploy,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout + stderr)
  const tested = alertTests.tests.flatMap((each: Json) =>
    each.alert_rule_test
      .filter(({ exp_alerts: expected }: Json) => expected.length > 0)
      .map(({ alertname }: Json) => alertname),
  )
  assert.deepEqual([...new Set(tested)].sort(), rules.map(({ alert }) => alert).sort())
})

test('each alert is on the page of incidents, with what to do', () => {
  const page = readFileSync(join(root, 'docs/operating/incidents.md'), 'utf8')
  const headings = [...page.matchAll(/^## (Svc\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(
    headings,
    rules.map(({ alert }) => alert),
  )
})

test('the panels are next to each other, each with a unit and a source', () => {
  const taken = new Set<string>()
  for (const { id, title, gridPos, targets, datasource, fieldConfig } of panels) {
    assert.ok(id > 0 && title.length > 3 && fieldConfig.defaults.unit.length > 0)
    assert.deepEqual(datasource, { type: 'prometheus', uid: '$source' })
    for (const { refId, expr, legendFormat } of targets)
      assert.ok(/^[A-Z]$/.test(refId) && expr.length > 3 && legendFormat.length > 3)
    const { x, y, w, h } = gridPos
    assert.ok(x >= 0 && x + w <= 24)
    for (let row = y; row < y + h; row++) {
      for (let column = x; column < x + w; column++) {
        assert.ok(!taken.has(`${row}/${column}`), title)
        taken.add(`${row}/${column}`)
      }
    }
  }
  assert.equal(dashboard.templating.list[0].query, 'prometheus')
})

test('an audit leaves its figures for Prometheus', { skip: SKIP }, async () => {
  const file = join(folder, 'svc.prom')
  const args = ['audit', '--metrics', file]
  const { code, stderr } = await ended(runProgram('cli.ts', { place: server.place, args }))
  assert.equal(code, 0, stderr)
  const text = readFileSync(file, 'utf8')
  assert.match(text, /^svc_audit_findings 0$/m)
  assert.match(text, /^svc_audit_orders [1-9][0-9]*$/m)
  const [, at] = /^svc_audit_timestamp_seconds (\S+)$/m.exec(text) ?? []
  assert.ok(Math.abs(Number(at) - Date.now() / 1_000) < 600)
  const { status, stdout } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout], [0, ''])
})
