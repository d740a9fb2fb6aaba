/** What the shop is told when it starts: by the environment (`main.ts`), or by the demo. */
export type ShopSettings = {
  /** The financing service, as this server reaches it. */
  readonly apiUrl: string
  /** The same, as buyers' browsers reach it. */
  readonly browserApiUrl: string
  /** The service's name in media types, attributes and its script. */
  readonly brand: string
  /** Knows and may do everything: it never leaves this server. */
  readonly privateKey: string
  /** For pages: everybody may read it. */
  readonly publicKey: string
  /** Proves that a notification comes from the service. */
  readonly notificationSecret: string
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** Where buyers and the service reach the shop; undefined: where it listens. */
  readonly shopUrl: string | undefined
  /** A real shop has a database. */
  readonly ordersFile: string
}
