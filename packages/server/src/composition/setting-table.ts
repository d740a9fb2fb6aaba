export type SettingName = (typeof settingTable)[number]['name']
export type SettingTexts = Partial<Record<SettingName, string | undefined>>

/**
 * The one list of settings: environment names, flags and help are made from it. A secret has no
 * flag, since arguments are visible to everybody on the machine: it comes by its variable or by
 * `NAME_FILE`, the path of a file. The password in a database's address may stand in a flag in the
 * demo only.
 */
export const settingTable = [
  { name: 'PORT', flag: '--port <number>', help: 'port to listen on, 0 for any free one (8080)' },
  { name: 'HOST', flag: '--host <address>', help: 'address to listen on (127.0.0.1)' },
  {
    name: 'BASE_URL',
    flag: '--base-url <url>',
    help: 'address under which stores and buyers reach the service',
  },
  {
    name: 'DATA_DIR',
    flag: '--data-dir <folder>',
    help: 'folder of the embedded database and of the demo (./data)',
  },
  {
    name: 'DATABASE_URL',
    flag: '--database-url <url>',
    secret: true,
    help: 'PostgreSQL server instead of the embedded database',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    flag: '--database-connections <number>',
    help: 'connections to PostgreSQL at once, and one more that listens (24)',
  },
  {
    name: 'DATABASE_WAIT',
    flag: '--database-wait <seconds>',
    help: 'how long a start and `svc migrate` wait for PostgreSQL (60)',
  },
  {
    name: 'DATABASE_UNSAFE',
    flag: '--database-unsafe <yes|no>',
    help: 'live mode on a server that may lose what it confirmed: for tests only (no)',
  },
  { name: 'BRAND', flag: '--brand <name>', help: 'name in media types, headers and scripts (svc)' },
  {
    name: 'DEMO',
    flag: '--demo <yes|no>',
    help: 'demo store, keys and orders (yes on a loopback HOST)',
  },
  {
    name: 'SHOP_PORT',
    flag: '--shop-port <number>',
    help: "port of the demo's shop, 0 for any free one (the one after PORT)",
  },
  {
    name: 'WEBHOOK_ALLOW',
    flag: '--webhook-allow <list>',
    help: 'private addresses that notifications may reach',
  },
  {
    name: 'WEBHOOK_DNS',
    flag: '--webhook-dns <list>',
    help: "name servers that are asked where notifications go (the system's)",
  },
  {
    name: 'SECRET_KEY',
    secret: true,
    help: 'encrypts secrets at rest; made by the demo if absent',
  },
  {
    name: 'SECRET_KEYS',
    secret: true,
    help: 'keys that encrypt secrets at rest, one a line: kid base64(32 bytes)',
  },
  {
    name: 'TOKEN_KEYS',
    secret: true,
    help: "keys of buyers' tokens, in the same form (derived from the others)",
  },
  {
    name: 'TRUSTED_PROXIES',
    flag: '--trusted-proxies <list>',
    help: 'addresses and ranges of the proxies in front, whose X-Forwarded-For is believed',
  },
  {
    name: 'RATE_LIMIT',
    flag: '--rate-limit <number>',
    help: "requests a second of a store's private keys, 0 for any number (100; 0 in the demo)",
  },
  {
    name: 'RATE_BURST',
    flag: '--rate-burst <number>',
    help: 'requests that they may send at once (twice RATE_LIMIT)',
  },
  {
    name: 'PUBLIC_RATE_LIMIT',
    flag: '--public-rate-limit <number>',
    help: "requests a second of one address with a store's public key (50; 0 in the demo)",
  },
  {
    name: 'PUBLIC_RATE_BURST',
    flag: '--public-rate-burst <number>',
    help: 'requests that it may send at once (six times PUBLIC_RATE_LIMIT)',
  },
  {
    name: 'CHECKOUT_RATE_LIMIT',
    flag: '--checkout-rate-limit <number>',
    help: 'requests a second of the buyer of a checkout, twice as many at once (10; 0 in the demo)',
  },
  {
    name: 'FAILED_AUTH_LIMIT',
    flag: '--failed-auth-limit <number>',
    help: 'wrong keys and tokens a second that an address may send (10; 0 in the demo)',
  },
  {
    name: 'STORE_REQUESTS_MAX',
    flag: '--store-requests-max <number>',
    help: 'requests of a store under way; the others take turns (16)',
  },
  {
    name: 'CONNECTIONS_MAX',
    flag: '--connections-max <number>',
    help: 'connections of one address, 0 for any number (500; 0 in the demo)',
  },
  {
    name: 'DRAIN_SECONDS',
    flag: '--drain-seconds <number>',
    help: 'how long requests are served on after the signal to stop (5; 0 in the demo)',
  },
  {
    name: 'DECISION_URL',
    flag: '--decision-url <url>',
    help: "the lender's own scorecard, asked about every signature that the rules let pass",
  },
  {
    name: 'DECISION_SECRET',
    secret: true,
    help: 'signs what the scorecard is asked',
  },
  {
    name: 'DECISION_FALLBACK',
    flag: '--decision-fallback <checked|refused>',
    help: 'what a signature becomes when the scorecard does not answer in 5 s (checked)',
  },
] as const
