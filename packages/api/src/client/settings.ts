export type ClientSettings = {
  /** The URL of the service, such as `https://pay.example`. */
  readonly baseUrl: string
  /** `sk_…`; never use it in a page. */
  readonly privateKey: string
  /** `sandbox` moves no real money. */
  readonly mode: 'sandbox' | 'live'
  /** The service's name in media types. Default: `svc`. */
  readonly brand?: string
  /** The time limit of each attempt in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** How often a request is sent at most, while the service is busy or silent. Default: 3. */
  readonly triesMax?: number
}
