// The files of deploy/: read by the programs and schemas that they are for, and true.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { FINISH_MS_MAX } from '../packages/server/src/composition/stop-on-signal.ts'
import { IMAGE } from '../tools/image/image-settings.ts'
import { installPackage } from '../tools/system-package.ts'
import {
  compose,
  directive,
  environmentFile,
  kubernetes,
  kubernetesOf,
  settingsFrom,
  unit,
} from './deploy-files.ts'
import type { Json } from './running-server.ts'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const image = `${IMAGE.name}:${version}`
const program = `${IMAGE.folder}/bin/svc`
/** What the image sets by itself. */
const OF_IMAGE = { HOST: '0.0.0.0', PORT: String(IMAGE.port) }
/** What a process needs beyond its draining to end by itself, in seconds. */
const TO_END = FINISH_MS_MAX / 1_000 + 5
/** In tenths: 0 is closed, 100 open. */
const EXPOSURE_MAX = 12

const pods = () => [kubernetesOf('Job'), kubernetesOf('Deployment')].map((each) => each.spec)
const containers = () => pods().map(({ template }) => template.spec.containers[0])

test('Compose accepts compose.yaml', () => {
  // As Compose 1.29 brings it (Apache-2.0).
  const path = join(root, 'test/fixtures/compose-spec.json')
  // It names itself, its parts and its dialect in the way of an older one.
  const isName = (key: string, value: unknown) =>
    /^(id|\$schema)$/.test(key) && value === `${value}`
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    isName(key, value) ? undefined : value,
  )
  const formats = { duration: true, ports: true, expose: true, subnet_ip_address: true } as const
  const check = new Ajv2019({ strict: false, formats }).compile(schema)
  const { 'x-service': _, ...rest } = compose
  assert.ok(check(rest), JSON.stringify(check.errors))
  const { service } = compose.services
  assert.ok(!check({ services: { service: { ...service, read_onli: true } } }))
  assert.ok(
    !check({ services: { service: { ...service, depends_on: { a: { condition: 'x' } } } } }),
  )
})

test('the manifests have the types of Kubernetes', () => {
  const folder = join(root, 'node_modules/.cache/deploy')
  mkdirSync(folder, { recursive: true })
  const checked = (name: string, objects: readonly Json[]) => {
    const lines = objects.map(({ kind, apiVersion }, index) => {
      const module = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '')
      const type = `import('kubernetes-types/${module}').${kind}`
      return `export const object${index}: ${type} = ${JSON.stringify(objects[index], null, 1)}`
    })
    writeFileSync(join(folder, `${name}.ts`), lines.join('\n'))
    return join(folder, `${name}.ts`)
  }
  const [deployment] = kubernetes.filter(({ kind }) => kind === 'Deployment')
  const wrong = [{ replica: 2 }, { replicas: 'two' }].map((fault) => ({
    ...deployment,
    spec: { ...deployment.spec, ...fault },
  }))
  const files = [checked('right', kubernetes), checked('wrong', wrong)]
  const compiler = join(root, 'node_modules/.bin/tsc')
  const flags = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const { stdout } = spawnSync(compiler, [...flags, ...files], { encoding: 'utf8', cwd: folder })
  const faults = stdout.split('\n').filter((line) => line.includes('error TS'))
  assert.equal(faults.length, wrong.length, stdout)
  assert.ok(
    faults.every((line) => line.startsWith('wrong.ts')),
    stdout,
  )
})

test('every setting in them exists, and none starts the demo', () => {
  const ofUnit = directive('Environment').flatMap((line) => line.split(' '))
  const unit = { ...environmentFile, ...Object.fromEntries(ofUnit.map((each) => each.split('='))) }
  const all = [
    { ...OF_IMAGE, ...compose.services.service.environment },
    { ...OF_IMAGE, ...kubernetesOf('ConfigMap').data },
    unit,
    // Behind a proxy of the same machine.
    { ...unit, HOST: '127.0.0.1' },
  ].map((variables) => settingsFrom(variables))
  for (const { demo, databaseUrl, rings, port } of all) {
    assert.deepEqual([demo, port], [false, IMAGE.port])
    assert.ok(databaseUrl !== undefined && rings.secretKeys !== undefined)
  }
})

test('image, user, port and addresses are those of the image and the service', () => {
  const { migrate, service } = compose.services
  for (const each of [migrate, service, ...containers()]) assert.equal(each.image, image)
  for (const { user, read_only: readOnly } of [migrate, service])
    assert.deepEqual([user, readOnly], [`${IMAGE.user}:${IMAGE.user}`, true])
  for (const { template } of pods()) {
    const { runAsNonRoot, runAsUser, fsGroup } = template.spec.securityContext
    assert.deepEqual([runAsNonRoot, runAsUser, fsGroup], [true, IMAGE.user, IMAGE.user])
  }
  for (const { securityContext } of containers()) {
    const { readOnlyRootFilesystem, allowPrivilegeEscalation } = securityContext
    assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false])
  }
  assert.deepEqual(service.healthcheck.test, ['CMD', program, 'ready'])
  assert.deepEqual(directive('ExecStart'), [`${program} start`])
  const [, { ports, startupProbe, livenessProbe, readinessProbe, args }] = containers()
  const { METRICS_PORT: metricsPort } = kubernetesOf('ConfigMap').data
  assert.deepEqual(ports, [
    { name: 'http', containerPort: IMAGE.port },
    { name: 'metrics', containerPort: Number(metricsPort) },
  ])
  const { annotations } = kubernetesOf('Deployment').spec.template.metadata
  assert.equal(annotations['prometheus.io/port'], metricsPort)
  assert.deepEqual(
    kubernetesOf('NetworkPolicy').spec.ingress.flatMap((each: Json) => each.ports),
    ports.map(({ name }: Json) => ({ port: name })),
  )
  const probed = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)
  assert.deepEqual(
    probed.map(({ path, port }) => `${port} ${path}`),
    ['http /healthz', 'http /healthz', 'http /readyz'],
  )
  assert.deepEqual(
    [containers()[0].args, migrate.command, args],
    [...[['migrate'], ['migrate'], ['start']]],
  )
  assert.equal(kubernetesOf('Service').spec.ports[0].targetPort, 'http')
})

test('selectors find their pods, and mounted secrets the paths of the settings', () => {
  const { spec } = kubernetesOf('Deployment')
  const { labels } = spec.template.metadata
  const selectors = [
    spec.selector.matchLabels,
    kubernetesOf('Service').spec.selector,
    kubernetesOf('PodDisruptionBudget').spec.selector.matchLabels,
    kubernetesOf('NetworkPolicy').spec.podSelector.matchLabels,
  ]
  for (const selector of selectors) assert.deepEqual(selector, labels)
  assert.notDeepEqual(kubernetesOf('Job').spec.template.metadata.labels, labels)
  assert.ok(kubernetesOf('PodDisruptionBudget').spec.minAvailable < spec.replicas)
  const files = Object.entries<string>(kubernetesOf('ConfigMap').data)
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([, path]) => path)
  for (const { volumeMounts, envFrom } of containers()) {
    assert.ok(files.every((path) => path.startsWith(`${volumeMounts[0].mountPath}/`)))
    assert.equal(envFrom[0].configMapRef.name, kubernetesOf('ConfigMap').metadata.name)
  }
  const { service } = compose.services
  for (const name of service.secrets)
    assert.ok(Object.values(service.environment).includes(`/run/secrets/${name}`), name)
})

test('a stop waits for as long as it takes', () => {
  const seconds = (text: string) => Number(/^(\d+)s?$/.exec(text)?.[1])
  const { service } = compose.services
  const { spec } = kubernetesOf('Deployment').spec.template
  for (const [drain, patience] of [
    [service.environment.DRAIN_SECONDS, seconds(service.stop_grace_period)],
    [kubernetesOf('ConfigMap').data.DRAIN_SECONDS, spec.terminationGracePeriodSeconds],
    [environmentFile.DRAIN_SECONDS, seconds(directive('TimeoutStopSec')[0] ?? '')],
  ])
    assert.ok(patience >= Number(drain) + TO_END, `${drain}, ${patience}`)
  // Meanwhile the endpoint has to go: the probe notices twice as fast as the service waits.
  const { periodSeconds, failureThreshold } = containers()[1].readinessProbe
  assert.ok(2 * periodSeconds * failureThreshold <= kubernetesOf('ConfigMap').data.DRAIN_SECONDS)
})

test('systemd reads the unit, and finds it closed', (context) => {
  const isThere = () => spawnSync('systemd-analyze', ['--version']).status === 0
  if (!isThere() && !(installPackage('systemd') && isThere()))
    return context.skip('there is no systemd-analyze')
  const folder = mkdtempSync(join(tmpdir(), 'svc-unit-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const binary = join(folder, 'bin/svc')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(binary, '#!/bin/sh\n')
  chmodSync(binary, 0o755)
  const analyze = (text: string, ...parameters: string[]) => {
    const path = join(folder, 'svc.service')
    writeFileSync(path, text.replaceAll(IMAGE.folder, folder))
    const ended = spawnSync('systemd-analyze', [...parameters, path], { encoding: 'utf8' })
    return { status: ended.status, said: ended.stdout + ended.stderr }
  }
  const verified = analyze(unit, 'verify')
  assert.deepEqual(verified, { status: 0, said: '' })
  assert.match(analyze(`${unit}\n[Service]\nExecStat=x`, 'verify').said, /Unknown key/)
  const security = ['security', '--offline=true']
  const threshold = `--threshold=${EXPOSURE_MAX}`
  const closed = analyze(unit, ...security, threshold)
  assert.equal(closed.status, 0, closed.said)
  assert.notEqual(analyze(unit.replace('DynamicUser=yes', ''), ...security, threshold).status, 0)
})
