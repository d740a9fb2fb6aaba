/**
 * Starts the service: settings, the data folder, the database, the server, the worker, the demo;
 * and stops it again.
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { expireCheckout } from './checkouts/expire-checkout.ts'
import { systemClock } from './clock.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './database/open-database.ts'
import { demoBanner } from './demo/banner.ts'
import { removeDemoFile, startDemo } from './demo/demo.ts'
import { demoStores } from './demo/demo-stores.ts'
import { demoRoutes } from './demo/routes.ts'
import { exitCodes } from './exit-codes.ts'
import type { Service } from './http/service.ts'
import { createIds } from './ids.ts'
import { startWorker } from './notifications/worker.ts'
import { startControl } from './owner/control.ts'
import { FolderTaken, lockFolder } from './owner/folder-lock.ts'
import { loadSecretKey } from './owner/secret-key.ts'
import type { Settings } from './settings.ts'
import { canReadSecrets } from './stores/can-read-secrets.ts'
import { createVault } from './vault.ts'

const STOP_MS_MAX = 10_000

function fail(code: number, ...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(code)
}

const settings = commandLine('start', process, (faults) => fail(exitCodes.settings, ...faults))
await start(settings)

async function start({
  dataDir,
  databaseUrl,
  brand,
  demo,
  allow,
  host,
  port,
  ...rest
}: Settings): Promise<void> {
  const lock = takeFolder(dataDir)
  removeDemoFile(dataDir)
  const log = pino({ level: 'info' }, pino.destination(2))
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  const secretKey = loadSecretKey({ dataDir, secretKey: rest.secretKey })
  const clock = systemClock
  const ids = createIds(clock)
  const vault = createVault(secretKey)
  tell(
    databaseUrl === undefined
      ? `opening the embedded database in ${dataDir}`
      : 'connecting to PostgreSQL',
  )
  const folder = `${dataDir}/database`
  const database = await openDatabase({ databaseUrl, folder, fraction: ids.fraction, tell }).catch(
    (error: Error) => fail(exitCodes.failed, `the database cannot be opened: ${error.message}`),
  )
  if (!(await canReadSecrets(database, vault))) {
    fail(
      exitCodes.settings,
      'SECRET_KEY is not the one under which the stored secrets were encrypted',
    )
  }
  const control = await startControl({ database, clock, ids, vault })
  lock.announce(control.control)

  let stopping = false
  let baseUrl = rest.baseUrl ?? ''
  let wake = () => {}
  const service: Service = {
    database,
    clock,
    ids,
    vault,
    brand,
    demo,
    baseUrl: () => baseUrl,
    stopping: () => stopping,
    wake: () => wake(),
    log,
  }
  const stores = () => demoStores(secretKey, baseUrl)
  const storeIds = { first: stores().first.store.id, others: [stores().other.store.id] }
  const app = createApp(service, demo ? demoRoutes(service, storeIds) : [])
  await app
    .listen({ host, port })
    .catch((error: Error) => fail(exitCodes.failed, `cannot listen: ${error.message}`))
  const localUrl = `http://${reachable(host)}:${(app.server.address() as AddressInfo).port}`
  baseUrl ||= localUrl
  const writing = { clock, ids, writer: database }
  const worker = startWorker({
    ...service,
    allow,
    expire: (order) => expireCheckout(writing, order),
  })
  wake = worker.wake

  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    tell(`${signal}: finishing what is under way`)
    const finished = async () => {
      await app.close()
      await worker.stop()
      control.close()
      await database.close()
    }
    await Promise.race([finished(), pause(STOP_MS_MAX)])
    removeDemoFile(dataDir)
    lock.release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal))

  if (!demo) {
    tell(`listening on ${baseUrl}`)
    return
  }
  await startDemo({ service, stores: stores(), dataDir, localUrl })
  process.stdout.write(demoBanner({ baseUrl, brand, stores: stores() }))
}

function takeFolder(dataDir: string) {
  try {
    return lockFolder(dataDir)
  } catch (error) {
    if (error instanceof FolderTaken)
      fail(exitCodes.taken, `${error.message}; stop it or set DATA_DIR`)
    return fail(
      exitCodes.failed,
      `the data folder ${dataDir} cannot be used: ${(error as Error).message}`,
    )
  }
}

/** An address under which this process reaches itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
