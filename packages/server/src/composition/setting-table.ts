export type SettingName = (typeof settingTable)[number]['name']
export type SettingTexts = Partial<Record<SettingName, string | undefined>>

/**
 * The one list of settings: environment names, flags, help and docs/reference/settings.md are made
 * from it. `default` is a sentence's end; `page` stands in docs/operating. A secret has no
 * flag, since arguments are visible to everybody on the machine: it comes by its variable or by
 * `NAME_FILE`, the path of a file. The password in a database's address may stand in a flag in the
 * demo only.
 */
export const settingTable = [
  {
    name: 'PORT',
    flag: '--port <number>',
    default: '8080',
    help: 'port to listen on; 0 takes any free one',
  },
  {
    name: 'HOST',
    flag: '--host <address>',
    default: '127.0.0.1',
    help: 'address to listen on',
  },
  {
    name: 'BASE_URL',
    flag: '--base-url <url>',
    default: 'http://HOST:PORT',
    help: 'address under which stores and buyers reach the service',
  },
  {
    name: 'DATA_DIR',
    flag: '--data-dir <folder>',
    default: './data',
    help: 'folder of the embedded database and of the demo, which one process owns',
  },
  {
    name: 'DATABASE_URL',
    flag: '--database-url <url>',
    secret: true,
    help: 'PostgreSQL 15 or newer instead of the embedded database; several: one is primary',
    page: 'postgresql.md',
  },
  {
    name: 'DATABASE_READ_URL',
    flag: '--database-read-url <url>',
    secret: true,
    help: 'hot standby that reads lists and statements, for `svc audit` and `svc seals` too',
    page: 'scaling.md',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    flag: '--database-connections <number>',
    default: '24',
    help: 'connections to PostgreSQL at once, per process, and one more that listens',
  },
  {
    name: 'DATABASE_WAIT',
    flag: '--database-wait <seconds>',
    default: '60',
    help: 'how long a start and `svc migrate` wait for PostgreSQL',
  },
  {
    name: 'DATABASE_UNSAFE',
    flag: '--database-unsafe <yes|no>',
    default: 'no',
    help: 'live mode on a server that may lose what it confirmed: for tests only',
  },
  {
    name: 'ROLE',
    flag: '--role <all|api|worker>',
    default: 'all',
    help: 'what a process does on PostgreSQL: answer requests, the work that waits, or both',
    page: 'scaling.md',
  },
  {
    name: 'BRAND',
    flag: '--brand <name>',
    default: 'svc',
    help: 'name in media types, headers, the script, its attributes and messages',
  },
  {
    name: 'DEMO',
    flag: '--demo <yes|no>',
    default: 'yes on a loopback HOST',
    help: 'demo stores, keys and orders',
  },
  {
    name: 'SHOP_PORT',
    flag: '--shop-port <number>',
    default: 'the one after PORT',
    help: "port of the demo's shop; any free one for 0, and where it is in use",
  },
  {
    name: 'WEBHOOK_ALLOW',
    flag: '--webhook-allow <list>',
    default: 'none',
    help: 'private addresses that notifications may reach: ranges, full names, `loopback`',
    page: 'limits.md',
  },
  {
    name: 'WEBHOOK_DNS',
    flag: '--webhook-dns <list>',
    default: "the system's",
    help: 'name servers for where notifications go: `9.9.9.9, 127.0.0.1:5353, [2620:fe::fe]`',
  },
  {
    name: 'SECRET_KEY',
    secret: true,
    default: 'made by the demo',
    help: 'one key instead of SECRET_KEYS; without the demo one of the two is required',
    page: 'keys-and-secrets.md',
  },
  {
    name: 'SECRET_KEYS',
    secret: true,
    help: 'keys that encrypt secrets, one a line: `kid base64(32 bytes)`; the first encrypts',
    page: 'keys-and-secrets.md',
  },
  {
    name: 'TOKEN_KEYS',
    secret: true,
    default: 'derived from the others',
    help: "keys of buyers' tokens, in the same form",
    page: 'keys-and-secrets.md',
  },
  {
    name: 'TRUSTED_PROXIES',
    flag: '--trusted-proxies <list>',
    default: 'none',
    help: 'proxies in front whose X-Forwarded-For is believed: addresses, ranges, `loopback`',
    page: 'limits.md',
  },
  {
    name: 'RATE_LIMIT',
    flag: '--rate-limit <number>',
    default: '100; 0 in the demo',
    help: "requests a second of a store's private keys; 0 for any number, as in all limits",
    page: 'limits.md',
  },
  {
    name: 'RATE_BURST',
    flag: '--rate-burst <number>',
    default: 'twice RATE_LIMIT',
    help: 'requests that they may send at once',
  },
  {
    name: 'PUBLIC_RATE_LIMIT',
    flag: '--public-rate-limit <number>',
    default: '50; 0 in the demo',
    help: "requests a second of one address with a store's public key",
  },
  {
    name: 'PUBLIC_RATE_BURST',
    flag: '--public-rate-burst <number>',
    default: 'six times PUBLIC_RATE_LIMIT',
    help: 'requests that it may send at once',
  },
  {
    name: 'CHECKOUT_RATE_LIMIT',
    flag: '--checkout-rate-limit <number>',
    default: '10; 0 in the demo',
    help: 'requests a second of the buyer of a checkout, twice as many at once',
  },
  {
    name: 'FAILED_AUTH_LIMIT',
    flag: '--failed-auth-limit <number>',
    default: '10; 0 in the demo',
    help: 'wrong keys and tokens a second that an address may send',
  },
  {
    name: 'STORE_REQUESTS_MAX',
    flag: '--store-requests-max <number>',
    default: '16',
    help: 'requests of a store under way; the others take turns',
  },
  {
    name: 'CONNECTIONS_MAX',
    flag: '--connections-max <number>',
    default: '500; 0 in the demo',
    help: 'connections of one address',
  },
  {
    name: 'DRAIN_SECONDS',
    flag: '--drain-seconds <number>',
    default: '5; 0 in the demo',
    help: 'how long requests are still served after SIGTERM, while `/readyz` answers 503',
    page: 'readiness.md',
  },
  {
    name: 'LOG_LEVEL',
    flag: '--log-level <debug|info|warn|error>',
    default: '`info`; `warn` in the demo',
    help: 'the least that the log says; `info` has a line for each request',
    page: 'observe.md',
  },
  {
    name: 'TRACES_URL',
    flag: '--traces-url <url>',
    default: 'none',
    help: 'collector that gets traces, as OTLP in JSON: http://127.0.0.1:4318/v1/traces',
    page: 'observe.md',
  },
  {
    name: 'TRACES_SHARE',
    flag: '--traces-share <percent>',
    default: '1',
    help: 'of the requests that bring no trace of their own, so many are traced',
    page: 'observe.md',
  },
  {
    name: 'METRICS_PORT',
    flag: '--metrics-port <number>',
    default: 'none',
    help: 'port of `/metrics` for Prometheus, apart from PORT; 0 takes any free one',
    page: 'observe.md',
  },
  {
    name: 'METRICS_HOST',
    flag: '--metrics-host <address>',
    default: '127.0.0.1',
    help: 'address of METRICS_PORT; whoever reaches it reads the figures',
  },
  {
    name: 'DECISION_URL',
    flag: '--decision-url <url>',
    default: 'none',
    help: "the lender's own scorecard, called for every signature that the rules let pass",
  },
  {
    name: 'DECISION_SECRET',
    secret: true,
    default: 'none',
    help: 'signs the requests to the scorecard: `whsec_` and base64',
  },
  {
    name: 'DECISION_FALLBACK',
    flag: '--decision-fallback <checked|refused>',
    default: 'checked',
    help: 'what a signature becomes when the scorecard does not answer in 5 s',
  },
] as const
