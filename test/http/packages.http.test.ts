// The two packages that leave the repository: packed, installed elsewhere, imported and used.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startServer } from '../running-server.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'))
const copy = join(folder, 'repository')
const shop = join(folder, 'shop')
let server: RunningServer

before(async () => {
  server = await startServer()
})
after(async () => {
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, args: readonly string[], { cwd = shop, input = {} } = {}): string {
  const shell = process.platform === 'win32'
  const env = { ...process.env, npm_config_update_notifier: 'false', ...input }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, shell, env, encoding: 'utf8' })
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}\n${stderr}`)
  return stdout
}

/** Packing rewrites package.json for a moment, so a copy of the repository is packed. */
function copyRepository(): void {
  const files = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    '.npmrc',
    'tools',
    'packages',
  ]
  const filter = (path: string) => !path.includes('node_modules')
  for (const file of files) {
    cpSync(join(root, file), join(copy, file), { recursive: true, filter })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
}

const PROGRAM = `
import { testWebhook, verifyWebhook } from '@svc/api/webhooks'
import { allOf, createClient, SvcError } from '@svc/api/client'
import { type ErrorCode, errorCatalogue, exampleEvent } from '@svc/api'
import { createSdk, type Sdk } from '@svc/sdk'

declare const process: { readonly env: Readonly<Record<string, string>> }
const { BASE_URL = '', KEY = '', MID = '' } = process.env

const svc = createClient({ baseUrl: BASE_URL, privateKey: KEY, mode: 'sandbox' })
const articles = [{ id: '1', name: 'Bicycle', quantity: 1, price: 50_000 }]
const order = { id: MID, currency: 'EUR', total_amount: 50_000, articles }
const { id } = await svc.createCheckout({ body: { order, customer: { email: 'ada@example.com' } } })
await svc.completeCheckout({ checkoutId: id, body: {} })
while ((await svc.getOrder({ orderId: id })).financing_status !== 'ok') {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
const body = { amount: 30_000 }
const { remaining_capture_amount } = await svc.captureOrder({ orderId: MID, body })
await svc.voidOrder({ orderId: MID, body: { amount: 5_000 } })
const refunds = await svc.refundOrder({ orderId: MID, body: { amount: 10_000 } })
await svc.editOrder({ orderId: MID, body: { order: { shipping: null } } })
const mids: string[] = []
for await (const { mid } of allOf(svc.listOrders, { query: { mid: MID } })) mids.push(mid)
const codes: ErrorCode[] = []
try {
  await svc.captureOrder({ orderId: MID, body: { amount: 900_000 } })
} catch (error) {
  if (!(error instanceof SvcError) || !(error.code in errorCatalogue)) throw error
  codes.push(error.code as ErrorCode)
}
await svc.cancelOrder({ orderId: MID })

const secret = 'whsec_' + btoa('0123456789abcdef0123456789abcdef')
const created = '2026-11-21T00:00:00Z'
const payload = exampleEvent('order.captured', { id: '0'.repeat(32), created })
const sdk: Sdk = createSdk({ brand: 'svc', apiUrl: BASE_URL, publicKey: 'pk_1' })
sdk.widget('#price')
const verified = verifyWebhook({ secret, ...testWebhook({ secret, payload }) })
const refunded = refunds.results[0]?.amount ?? 0
console.log(JSON.stringify({ remaining_capture_amount, refunded, mids, codes, id: verified.id }))

// @ts-expect-error an amount is a number
void (() => svc.captureOrder({ orderId: id, body: { amount: '1' } }))
// @ts-expect-error an order is named
void (() => svc.getOrder({}))
`

const OPTIONS = {
  ...{ strict: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' },
  ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [], exactOptionalPropertyTypes: true },
}

test('both are packed, installed, checked by the compiler and used', { timeout: 300_000 }, () => {
  copyRepository()
  const before = readFileSync(join(copy, 'packages/api/package.json'), 'utf8')
  const packing = ['pack', '-w', '@svc/api', '-w', '@svc/sdk', '--pack-destination', folder]
  run('npm', packing, { cwd: copy })
  assert.equal(readFileSync(join(copy, 'packages/api/package.json'), 'utf8'), before)
  // The only package that they need, from where it is: the network may be away.
  run('npm', ['pack', join(root, 'node_modules/typebox'), '--ignore-scripts'], { cwd: folder })

  mkdirSync(shop)
  writeFileSync(join(shop, 'package.json'), '{"private":true,"type":"module"}')
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  assert.equal(tarballs.length, 3)
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  run('npm', [...install, ...tarballs.map((name) => join('..', name))])
  for (const name of ['api', 'sdk']) {
    const installed = readdirSync(join(shop, 'node_modules/@svc', name))
    assert.deepEqual(
      ['LICENSE', 'README.md', 'dist', 'package.json'].filter((file) => !installed.includes(file)),
      [],
    )
  }

  writeFileSync(join(shop, 'main.ts'), PROGRAM)
  writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }))
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.'])
  for (const program of nodes()) {
    const order = `order-${program === process.execPath ? 1 : 2}`
    const { base_url: BASE_URL, private_key: KEY } = server.demo
    const input = { BASE_URL, KEY, MID: order }
    const answer = JSON.parse(run(program, ['main.js'], { input }))
    assert.deepEqual(answer, {
      ...{ remaining_capture_amount: 20_000, refunded: 10_000, mids: [order] },
      ...{ codes: ['amount_exceeds_remaining'], id: '0'.repeat(32) },
    })
  }
})

/** This one, and the machine's own where it is another of those that are supported. */
function nodes(): string[] {
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
  const other = major >= 20 && !process.version.startsWith(`v${major}.`)
  return [process.execPath, ...(other ? ['node'] : [])]
}
