/** Starts the shop by itself: all that it has to know comes by the environment. */
import { startShop } from './shop.ts'

const { API_URL, PRIVATE_KEY, PUBLIC_KEY, NOTIFICATION_SECRET, PORT, HOST, SHOP_URL } = process.env
if (!API_URL || !PRIVATE_KEY || !PUBLIC_KEY || !NOTIFICATION_SECRET) {
  console.error('The shop needs API_URL, PRIVATE_KEY, PUBLIC_KEY and NOTIFICATION_SECRET.')
  process.exit(78)
}
const shop = await startShop({
  apiUrl: API_URL,
  browserApiUrl: process.env.BROWSER_API_URL ?? API_URL,
  brand: process.env.BRAND ?? 'svc',
  privateKey: PRIVATE_KEY,
  publicKey: PUBLIC_KEY,
  notificationSecret: NOTIFICATION_SECRET,
  host: HOST ?? '127.0.0.1',
  port: Number(PORT ?? 8081),
  shopUrl: SHOP_URL,
  ordersFile: process.env.ORDERS_FILE ?? 'shop-orders.json',
})
console.log(shop.url)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void shop.close())
