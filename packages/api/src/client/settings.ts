export type ClientSettings = {
  /** Where the service answers, such as `https://pay.example`. */
  readonly baseUrl: string
  /** `sk_…`; it has no place on a page. */
  readonly privateKey: string
  /** `sandbox` moves no money. */
  readonly mode: 'sandbox' | 'live'
  /** The service's name in media types. Default: `svc`. */
  readonly brand?: string
  /** Of each try. Default: 10,000. */
  readonly timeoutMs?: number
  /** How often a request is sent at most, while the service is busy or silent. Default: 3. */
  readonly triesMax?: number
}
