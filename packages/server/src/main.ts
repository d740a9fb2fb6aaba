/** Starts the service: data folder, database, server, worker and demo; and stops it again. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { beginWork } from './background-work.ts'
import { systemClock } from './clock.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './database/open-database.ts'
import { createScorecard } from './decisions/scorecard.ts'
import { demoBanner } from './demo/banner.ts'
import { removeDemoFile, startDemo } from './demo/demo.ts'
import type { DemoShop } from './demo/demo-shop.ts'
import { type DemoStores, demoStores } from './demo/demo-stores.ts'
import { demoRoutes } from './demo/routes.ts'
import { errorDetails } from './error-details.ts'
import { exitCodes } from './exit-codes.ts'
import { createClientAddresses } from './http/client-address.ts'
import type { Service } from './http/service.ts'
import { createIds } from './ids.ts'
import { outboundOf } from './notifications/outbound.ts'
import { startControl } from './owner/control.ts'
import { type FolderLock, FolderTaken, lockFolder } from './owner/folder-lock.ts'
import { loadSecretKey } from './owner/secret-key.ts'
import { sandboxProviders } from './sandbox-provider/sandbox-provider.ts'
import { checkSecrets } from './secrets/check-secrets.ts'
import { ringsOf } from './secrets/key-ring.ts'
import type { Settings } from './settings.ts'
import { createClocks } from './test-clocks/clocks.ts'
import { createVault } from './vault.ts'

const STOP_MS_MAX = 10_000
const UNDECLARED_PROXY =
  'a proxy sends X-Forwarded-For and TRUSTED_PROXIES does not name it: no limits per address'

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function fail(code: number, ...lines: string[]): never {
  for (const line of lines) tell(line)
  process.exit(code)
}

const settings = commandLine('start', process, (faults) => fail(exitCodes.settings, ...faults))
const { dataDir, demo } = settings
const lock = takeFolder()
if (lock.wasOpen) tell(`other users could enter ${dataDir}: it is private now`)
// Not another byte: whoever owns the folder now would lose what they were promised.
lock.watch((loss) => fail(exitCodes.taken, `the data folder is no longer ours: ${loss}`))
removeDemoFile(dataDir)
const secretKey = loadSecretKey(settings)
const service = await openService(settings)
const control = await startControl({ ...service, clock: service.clocks.real })
lock.announce(control.control)
await serve(settings)

function takeFolder(): FolderLock {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    const { message } = error as Error
    if (error instanceof FolderTaken) fail(exitCodes.taken, `${message}; stop it or set DATA_DIR`)
    return fail(exitCodes.failed, `the data folder ${dataDir} cannot be used: ${message}`)
  }
}

type Changing = { baseUrl: string; stopping: boolean; wake: () => void }

/** The service on its database, not listening yet: what is known later is set on `changing`. */
async function openService({
  databaseUrl,
  brand,
  rings,
  limits,
  allow,
  nameServers,
  scorecard,
  trustedProxies,
}: Settings): Promise<Service & { changing: Changing }> {
  const clock = systemClock
  const ids = createIds(clock)
  const vault = createVault(ringsOf(rings, secretKey))
  const place = databaseUrl === undefined ? `the embedded database in ${dataDir}` : 'PostgreSQL'
  tell(`opening ${place}`)
  const folder = `${dataDir}/database`
  const database = await openDatabase({ databaseUrl, folder, fraction: ids.fraction, tell }).catch(
    (error: Error) => fail(exitCodes.failed, `${place} cannot be opened: ${error.message}`),
  )
  const unreadable = await checkSecrets(database, vault)
  if (unreadable.length > 0) fail(exitCodes.settings, ...unreadable)
  const clocks = createClocks({ database, real: clock, ids, pause })
  const changing: Changing = { baseUrl: '', stopping: false, wake: () => {} }
  const log = pino({ level: 'info' }, pino.destination(2))
  const report = (failure: string) => log.error({ failure }, 'the scorecard did not decide')
  const undeclared = (peer: string) => log.warn({ peer }, UNDECLARED_PROXY)
  return {
    database,
    clocks,
    ids,
    vault,
    providers: sandboxProviders({ database, ids, demo }),
    brand,
    demo,
    clientAddresses: createClientAddresses({ trusted: trustedProxies, report: undeclared }),
    limits,
    scorecard: scorecard && createScorecard({ ...scorecard, clock, report }),
    allow: outboundOf({ allow, nameServers, demo }, () => changing.baseUrl),
    changing,
    baseUrl: () => changing.baseUrl,
    stopping: () => changing.stopping,
    wake: () => changing.wake(),
    log,
  }
}

async function serve({ baseUrl, brand, host, port, shopPort }: Settings): Promise<void> {
  const stores = (url: string): DemoStores => demoStores(secretKey ?? '', url)
  const { first, other } = stores('')
  const storeIds = { first: first.store.id, others: [other.store.id] }
  const app = createApp(service, demo ? demoRoutes(service, storeIds) : [])
  await app
    .listen({ host, port })
    .catch((error: Error) => fail(exitCodes.failed, `cannot listen: ${error.message}`))
  const localUrl = `http://${reachable(host)}:${(app.server.address() as AddressInfo).port}`
  service.changing.baseUrl = baseUrl ?? localUrl
  const worker = beginWork(service)
  const { signals } = service.database
  service.changing.wake = () => {
    worker.wake()
    signals.tell()
  }
  signals.listen(worker.wake)
  let shop: DemoShop | undefined
  stopOnSignal(async () => {
    await shop?.close()
    await app.close()
    await worker.stop()
  })
  if (!demo) {
    tell(`listening on ${service.baseUrl()}`)
    return
  }
  const demoOf = { service, stores: stores(service.baseUrl()), dataDir, localUrl }
  shop = await startDemo({ ...demoOf, shop: { host, port: shopPort, tell } })
  const told = { baseUrl: service.baseUrl(), brand, stores: demoOf.stores, shopUrl: shop?.url }
  process.stdout.write(demoBanner(told))
}

/** Answers what is under way, refuses what is new, and gives the folder back. */
function stopOnSignal(close: () => Promise<void>): void {
  const stop = async (signal: string, code: number = exitCodes.stopped) => {
    if (service.changing.stopping) return
    service.changing.stopping = true
    tell(`${signal}: finishing what is under way`)
    const finished = async () => {
      await close()
      control.close()
      await service.database.close()
    }
    await Promise.race([finished(), pause(STOP_MS_MAX)])
    removeDemoFile(dataDir)
    lock.release()
    process.exit(code)
  }
  // What nothing handles may have left anything half done: the next process begins anew.
  process.on('uncaughtException', (error) => {
    service.log.error(errorDetails(error), 'an error that nothing handles: stopping')
    void stop('a fault of ours', exitCodes.failed)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal))
  // Whoever started us was killed: an orphan would hold the data folder without anybody knowing.
  process.on('disconnect', () => void stop('the starter is gone'))
  process.channel?.unref()
}

/** An address under which this process reaches itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
