/** Starts the service: data folder, database, server, worker and demo; and stops it again. */
import { setTimeout as pause } from 'node:timers/promises'
import { createScorecard } from './checkout/decisions/scorecard.ts'
import { createApp, createWorkersApp } from './composition/app.ts'
import { beginWork } from './composition/background-work.ts'
import { commandLine } from './composition/command-line.ts'
import { startControl } from './composition/commands/control.ts'
import { needsFolder } from './composition/data-folder.ts'
import { demoBanner } from './composition/demo/banner.ts'
import { removeDemoFile, startDemo } from './composition/demo/demo.ts'
import type { DemoShop } from './composition/demo/demo-shop.ts'
import { type DemoStores, demoStores } from './composition/demo/demo-stores.ts'
import { demoDeskRoutes } from './composition/demo/desk-routes.ts'
import { live } from './composition/demo/life/live.ts'
import { storesOfLife } from './composition/demo/life/stores.ts'
import { demoRoutes } from './composition/demo/routes.ts'
import { offerFirstAdmin } from './composition/first-admin.ts'
import { listen } from './composition/listen.ts'
import { openMetrics } from './composition/metrics/open-metrics.ts'
import { createPeers } from './composition/processes/peers.ts'
import { answersRequests, doesWork } from './composition/processes/role.ts'
import { hostInUrl } from './composition/reachable.ts'
import { startLooking } from './composition/readiness/looking.ts'
import { createReadiness } from './composition/readiness/readiness.ts'
import { loadSecretKey } from './composition/secret-key.ts'
import { createLog } from './composition/service/log.ts'
import type { ObservingSettings } from './composition/service/observing-settings.ts'
import { createTraffic } from './composition/service/traffic.ts'
import type { WholeService } from './composition/service/whole-service.ts'
import type { Settings } from './composition/settings.ts'
import { stopOnSignal } from './composition/stop-on-signal.ts'
import { sandboxProviders } from './credit/sandbox-provider/sandbox-provider.ts'
import { createRequestLog } from './lender/request-log/keeping.ts'
import type { Reader } from './platform/database/database.ts'
import type { DatabaseSettings } from './platform/database/database-settings.ts'
import { findUnsafeSettings } from './platform/database/durability.ts'
import { DatabaseUnsuitable } from './platform/database/failure.ts'
import { lateDatabase } from './platform/database/late-database.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { exitCodes } from './platform/exit-codes.ts'
import { createClientAddresses } from './platform/http/client-address.ts'
import { createIds } from './platform/ids.ts'
import { createMetrics, type Exposition } from './platform/metrics/metrics.ts'
import { messageOf } from './platform/narrow.ts'
import { outboundOf } from './platform/network/outbound.ts'
import { type FolderLock, FolderTaken, lockFolder } from './platform/owner/folder-lock.ts'
import { ringsOf } from './platform/secrets/key-ring.ts'
import { createVault } from './platform/secrets/vault.ts'
import { machineClock, systemClock } from './platform/time/clock.ts'
import { exportSpans, type SpanExport } from './platform/tracing/otlp.ts'
import { createTracer } from './platform/tracing/tracer.ts'
import type { Worker } from './platform/work/worker.ts'
import { deskUrlOf } from './tenancy/caller/desk-url.ts'
import { createStoreChanges } from './tenancy/caller/store-changes.ts'
import { createProvider } from './tenancy/oidc/provider.ts'
import { checkSecrets } from './tenancy/secrets/check-secrets.ts'
import { createClocks } from './tenancy/test-clocks/clocks.ts'

const UNDECLARED_PROXY =
  'a proxy sends X-Forwarded-For and TRUSTED_PROXIES does not name it: no limits per address'

function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

function fail(code: number, ...lines: string[]): never {
  for (const line of lines) print(line)
  process.exit(code)
}

const settings = commandLine('start', process, (faults) => fail(exitCodes.settings, ...faults))
const { dataDir, demo } = settings
const lock = needsFolder(settings) ? takeFolder() : undefined
if (lock?.wasOpen) print(`other users could enter ${dataDir}: it is private now`)
// Not another byte: the process that owns the folder now would lose what they were promised.
lock?.watch((loss) => fail(exitCodes.taken, `the data folder is no longer ours: ${loss}`))
if (lock !== undefined) removeDemoFile(dataDir)
const secretKey = loadSecretKey(settings)
const { database, open } = lateDatabase()
const service = createService(settings)
await serve(settings).catch((error: unknown) => {
  // Stopping the process while it starts takes the ground from under it.
  if (!service.readiness.isStopping()) throw error
})

function takeFolder(): FolderLock {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    const message = messageOf(error)
    if (error instanceof FolderTaken) fail(exitCodes.taken, `${message}; stop it or set DATA_DIR`)
    return fail(exitCodes.failed, `the data folder ${dataDir} cannot be used: ${message}`)
  }
}

type Composed = WholeService & {
  changing: Changing
  expose: () => Exposition
  spans: SpanExport | undefined
}
type Changing = { baseUrl: string; deskUrl: string; worker: Worker | undefined; wake: () => void }

/** Of a database that is not open yet: what is known later is set on `changing`. */
function createService({
  role,
  brand,
  desk,
  deskAt,
  rings,
  limits,
  allow,
  nameServers,
  scorecard,
  oidc,
  trustedProxies,
  observing,
}: Settings): Composed {
  const clock = systemClock
  const ids = createIds(clock)
  const vault = createVault(ringsOf(rings, secretKey))
  const changing: Changing = { baseUrl: '', deskUrl: '', worker: undefined, wake: () => {} }
  const { expose, ...metrics } = createMetrics()
  const log = createLog(observing.logLevel, metrics)
  const report = (failure: string) => log.error({ failure }, 'the scorecard did not decide')
  const undeclared = (peer: string) => log.warn({ peer }, UNDECLARED_PROXY)
  const clientAddresses = createClientAddresses({ trusted: trustedProxies, report: undeclared })
  const { hasUndeclaredProxy } = clientAddresses
  const lanes = () => changing.worker?.states() ?? []
  const peers = createPeers({ role })
  const exporting = { name: brand, instance: ids.next(), metrics, log }
  const spans = observing.traces && exportSpans({ url: observing.traces.url, ...exporting })
  const workers = doesWork(role) ? {} : { workers: peers.workers }
  const readiness = createReadiness({ clock, lanes, hasUndeclaredProxy, log, ...workers })
  return {
    database,
    clocks: createClocks({ database, real: clock, ids, pause }),
    ids,
    vault,
    providers: sandboxProviders({ database, ids, demo }),
    brand,
    demo,
    desk,
    clientAddresses,
    storeChanges: createStoreChanges(),
    limits,
    peers,
    oidc: oidc && createProvider({ ...oidc, clock, log }),
    scorecard: scorecard && createScorecard({ ...scorecard, clock, report }),
    allow: outboundOf({ allow, nameServers, demo }, () => changing.baseUrl),
    changing,
    baseUrl: () => changing.baseUrl,
    deskUrl: deskAt && (() => changing.deskUrl),
    readiness,
    stopping: readiness.isStopping,
    wake: () => changing.wake(),
    metrics,
    expose,
    tracer: createTracer({ spans, share: observing.traces?.share ?? 0, fraction: ids.fraction }),
    spans,
    requestLog: createRequestLog({ on: observing.requestLog, database, vault, metrics, log }),
    traffic: createTraffic({ metrics, log }),
    log,
  }
}

/** Listens first, so that callers hear meanwhile that the service starts. */
async function serve(settings: Settings): Promise<void> {
  const { brand, desk, deskAt, role, host, shopPort, drainMs, observing } = settings
  const { readiness, changing, log } = service
  const stores = (url: string): DemoStores => demoStores(secretKey ?? '', url)
  const { first, other } = stores('')
  const own = settings.demoLife ? storesOfLife(secretKey ?? '', '') : []
  const others = [other, ...own].map(({ store }) => store.id)
  const storeIds = { first: first.store.id, others }
  // New with each start: a link from before is worth nothing.
  const deskToken = `demo_${service.ids.bytes(24).toString('base64url')}`
  const door = { token: deskToken, storeId: storeIds.first }
  const more = demo ? [...demoRoutes(service, storeIds), ...demoDeskRoutes(service, door)] : []
  const app = answersRequests(role) ? createApp(service, more) : createWorkersApp(service)
  let shop: DemoShop | undefined
  let work: { stop(): Promise<void> } | undefined
  let life: Promise<void> | undefined
  const metrics = await showMetrics(observing)
  const close = async () => {
    await shop?.close()
    await app.close()
    await life
    await work?.stop()
    await database.close()
    await service.spans?.close()
    await metrics?.close()
  }
  const leave = () => {
    if (lock !== undefined) removeDemoFile(dataDir)
    lock?.release()
  }
  stopOnSignal({ readiness, drainMs, close, leave, print, log })
  const places = answersRequests(role) ? settings : { ...settings, deskAt: undefined }
  const { localUrl, localDeskUrl } = await listen(app, places, changing).catch((error: Error) =>
    fail(exitCodes.failed, `cannot listen: ${error.message}`),
  )
  print(`starting on ${service.baseUrl()}`)
  if (deskAt !== undefined) print(`the desk is at ${deskUrlOf(service)}/desk`)
  work = await openService(settings)
  if (!demo && desk !== 'off' && answersRequests(role)) {
    await offerFirstAdmin(service, { dataDir: lock === undefined ? null : dataDir, print })
  }
  if (!demo || !answersRequests(role)) {
    readiness.enter('serving')
    print(`listening on ${service.baseUrl()}`)
    return
  }
  const demoOf = {
    ...{ service, secretKey: secretKey ?? '', stores: stores(service.baseUrl()) },
    ...{ dataDir, localUrl },
    // Where there is life: in the sandbox.
    deskUrl:
      desk !== 'off'
        ? `${deskUrlOf(service)}/desk/start${settings.demoLife ? '?mode=sandbox' : ''}#${deskToken}`
        : undefined,
  }
  shop = await startDemo({ ...demoOf, shop: { host, port: shopPort, print } })
  if (settings.demoLife) {
    const stores = storesOfLife(secretKey ?? '', service.baseUrl())
    life = live({ service, localUrl, localDeskUrl, stores, print })
  }
  const bannerInput = {
    ...{ baseUrl: service.baseUrl(), brand, stores: demoOf.stores },
    shopUrl: shop?.url,
    deskUrl: demoOf.deskUrl,
  }
  process.stdout.write(demoBanner(bannerInput))
}

async function showMetrics({ metrics: at }: ObservingSettings) {
  if (at === undefined) return undefined
  const worker = () => service.changing.worker
  const shown = { at, exposition: service.expose(), worker }
  const metrics = await openMetrics(service, shown).catch((error: Error) =>
    fail(exitCodes.failed, `cannot listen at METRICS_PORT: ${error.message}`),
  )
  print(`metrics at http://${hostInUrl(at.host)}:${metrics.port}/metrics`)
  return metrics
}

/** Everything that needs the database: the work of the process begins. */
async function openService({
  role,
  databaseUrl,
  databaseSettings,
}: Settings): Promise<{ stop(): Promise<void> }> {
  const { vault, ids, readiness, changing, clocks } = service
  const place = databaseUrl === undefined ? `the embedded database in ${dataDir}` : 'PostgreSQL'
  print(`opening ${place}`)
  const folder = `${dataDir}/database`
  const opening = { databaseUrl, folder, fraction: ids.fraction, print, ...databaseSettings }
  const opened = await openDatabase(opening).catch((error: Error) => {
    const code = error instanceof DatabaseUnsuitable ? exitCodes.settings : exitCodes.failed
    return fail(code, `${place} cannot be opened: ${error.message}`)
  })
  if (databaseUrl !== undefined && !demo) await refuseUnsafe(opened, databaseSettings)
  open(opened)
  const unreadable = await checkSecrets(database, vault)
  if (unreadable.length > 0) fail(exitCodes.settings, ...unreadable)
  const embedded = databaseUrl === undefined ? folder : undefined
  const workplace = { database, clock: clocks.real, ids, vault, folder: embedded }
  const control = lock && (await startControl(workplace))
  if (control !== undefined) lock?.announce(control.control)
  const probe = opened.openProbe({ clock: machineClock, processId: ids.next() })
  const looking = startLooking(probe, readiness)
  await looking.first
  const worker = doesWork(role) ? beginWork(service) : undefined
  changing.worker = worker
  changing.wake = () => {
    worker?.wake()
    database.signals.publish('work_due')
  }
  if (worker !== undefined) database.signals.listen('work_due', worker.wake)
  service.peers.begin(database.signals)
  return {
    async stop() {
      looking.stop()
      service.peers.stop()
      control?.close()
      await worker?.stop()
    },
  }
}

/** Live mode promises stores and buyers that what was confirmed to them is not lost. */
async function refuseUnsafe(opened: Reader, { unsafe }: DatabaseSettings): Promise<void> {
  const names = await findUnsafeSettings(opened)
  if (names.length === 0) return
  const sentence = `PostgreSQL may lose what it has confirmed: ${names.join(', ')} off`
  if (unsafe) print(`DATABASE_UNSAFE: ${sentence}`)
  else fail(exitCodes.settings, `${sentence}; switch on what is off, or set DATABASE_UNSAFE=yes`)
}
