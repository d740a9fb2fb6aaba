/**
 * The demo (contract §11): two stores with keys, example orders in both modes, an inbox, and
 * `demo.json`.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import { setAddresses } from '../../tenancy/stores/set-addresses.ts'
import type { WholeService } from '../service/whole-service.ts'
import { prepareCampaigns } from './demo-campaigns.ts'
import { prepareLenderKey } from './demo-lender.ts'
import { prepareOrders } from './demo-orders.ts'
import { type DemoShop, type DemoShopStart, startDemoShop } from './demo-shop.ts'
import { currentSecret, type DemoStores, prepareStores } from './demo-stores.ts'

const pathOf = (dataDir: string): string => join(dataDir, 'demo.json')

export function removeDemoFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true })
}

type DemoStart = {
  readonly service: WholeService
  readonly stores: DemoStores
  readonly secretKey: string
  readonly dataDir: string
  /** The address of this process, as seen from itself. */
  readonly localUrl: string
  /** Opens the desk; undefined: there is no desk. */
  readonly deskUrl: string | undefined
  /** The address of the demo's shop. */
  readonly shop: Pick<DemoShopStart, 'host' | 'port' | 'print'>
}

/**
 * Fills the demo and starts its shop; from then on requests are served, and `demo.json` says so.
 * The inbox takes notifications from the beginning: it confirms the example orders.
 */
export async function startDemo(start: DemoStart): Promise<DemoShop | undefined> {
  const { service, stores, secretKey, dataDir, localUrl } = start
  const { database, vault, clocks, ids } = service
  const { real } = clocks
  const acting = serviceActing('demo', real)
  const writing = { writer: database, clock: real, ids, acting }
  await prepareStores(writing, stores, vault)
  const lenderKey = await prepareLenderKey(database, writing, secretKey)
  const { store } = stores.first
  const inboxUrl = `${localUrl}/demo/notifications`
  for (const sandbox of [true, false]) {
    const writing = { ...(await clocks.writing({ storeId: store.id, sandbox })), acting }
    const demo = { database, writing, store, inboxUrl, wake: service.wake, pause: () => pause(100) }
    await prepareCampaigns(demo, { store, sandbox })
    const whole = await prepareOrders(demo, sandbox).catch((error: Error) => {
      // Somebody may have used an example's name: the demo starts all the same.
      service.log.error({ sandbox, message: error.message }, 'example orders are incomplete')
      return true
    })
    if (!whole)
      service.log.error({ sandbox, inbox: inboxUrl }, 'example orders wait for their confirmation')
  }
  const secret = await currentSecret(database, { storeId: store.id, now: real.now(), vault })
  const shop =
    secret === null
      ? undefined
      : await startDemoShop({
          ...{ service, store: stores.first, notificationSecret: secret, localUrl, dataDir },
          ...start.shop,
        })
  // Buyers who leave a checkout come back to the shop.
  if (shop !== undefined) {
    const writing = { writer: database, clock: real, ids, acting }
    await setAddresses(writing, store.id, { url: shop.url })
  }
  service.readiness.enter('serving')
  writeDemoFile(dataDir, {
    base_url: service.baseUrl(),
    private_key: stores.first.privateKey,
    public_key: stores.first.publicKey,
    store_id: store.id,
    other_store: {
      store_id: stores.other.store.id,
      private_key: stores.other.privateKey,
      public_key: stores.other.publicKey,
    },
    lender_key: lenderKey,
    backoffice_url: start.deskUrl ?? null,
    shop_url: shop?.url ?? null,
    docs_url: `${service.baseUrl()}/docs`,
    notification_secret: secret,
    pid: process.pid,
  })
  return shop
}

/** Written aside and renamed: a process that waits for the file finds it whole. */
function writeDemoFile(dataDir: string, content: object): void {
  const path = pathOf(dataDir)
  const aside = `${path}.${process.pid}`
  rmSync(aside, { force: true })
  writeFileSync(aside, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(aside, path)
}
