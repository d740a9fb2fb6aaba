/** What a store must never make the service connect to, in every way that we know to write it. */

const LOOPBACK_HOSTS = [
  [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '127.0.0.2',
    '127.000.000.001',
  ],
  ['0x7f.1', '0x7f000001', '0X7F.0x0.0x0.0x1', '0177.0.0.1', '017700000001', '2130706433'],
  ['１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127｡0｡0｡1', '０x7f.1', '%31%32%37.0.0.1'],
  ['127%2e0%2e0%2e1', '%30x7f.1', '127.0.0.0x1', '0', '0x0', '00', '0.0.0.0', '0.0.0.1'],
  [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
    'a.localhost',
    'loc%61lhost',
    'x.y.localhost.',
  ],
  ['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::0.0.0.1]', '[::FFFF:127.0.0.1]'],
  ['[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::ffff:0.0.0.0]', '[::127.0.0.1]', '[::7f00:1]'],
  ['[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]'],
  ['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2001:0:7f00:1::]', '[2001:0:0:0:0:0:80ff:fffe]'],
  ['[2001:470:1f0b::5efe:7f00:1]', '[2001:470:1f0b::200:5efe:127.0.0.1]'],
].flat()

const OTHER_HOSTS = [
  ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.255'],
  [
    '100.64.0.1',
    '100.127.255.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '0x0a000001',
  ],
  ['169.254.169.254', '169.254.170.2', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ['169.254.43518', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]'],
  ['[fd00:ec2::254]', '[fd20:ce::254]', '[fc00::1]', '[fdff:ffff::1]', '[fe80::1]', '[febf::1]'],
  ['[fec0::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[2001:db8::1]', '[3fff::1]', '[2001:2::1]'],
  ['[2001:10::1]', '[2001:20::1]', '[ff02::1]', '[ff0e::1]', '[ff05::1:3]', '[::ffff:10.0.0.1]'],
  ['224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1', '192.88.99.1', '192.0.2.1'],
  ['198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.0.0.1'],
].flat()

/** `port` is where somebody listens on all addresses of this machine. */
export function blockedUrls(port: number): string[] {
  const here = `127.0.0.1:${port}`
  return [
    ...[...LOOPBACK_HOSTS, ...OTHER_HOSTS].map((host) => `http://${host}:${port}/`),
    ...['127.0.0.1', '[::1]', 'localhost', '2130706433'].map((host) => `https://${host}:${port}/`),
    // Who is meant, the host before a sign or the one behind it?
    ...[`http://good@${here}/`, `http://a:b@${here}/`, `http://example.com@${here}/`],
    ...[`http://@${here}/`, `http://:@${here}/`, `http://example.com:80@${here}/`],
    ...[
      `http://${here}#@example.com/`,
      `http://${here}?@example.com/`,
      `http://${here}/@example.com`,
    ],
    ...[`http://${here}\\@example.com/`, `http://example.com\\@${here}/`],
    ...[`http://${here}%23@example.com/`, `http:\\\\${here}\\`],
    ...[
      `http:/\\${here}/`,
      `http:/${here}/`,
      `http:${here}`,
      `http:///${here}/`,
      `//${here}/`,
      here,
    ],
    // What parsers drop.
    ...[` http://${here}/`, `http://${here}/ `, `ht\ntp://${here}/`, `http://127.0\t.0.1:${port}/`],
    ...[
      `http://127.0.0.1\r\n:${port}/`,
      `\0http://${here}/`,
      `http://${here}/\u0085`,
      `http://${here}\0/`,
    ],
    ...[`http://127.0.0.1\u00ad:${port}/`, `http://127.0.0.1\u200b:${port}/`, `http://${here} /`],
    // Ports of others.
    ...[0, 1, 21, 22, 23, 25, 53, 110, 389, 445, 636].map((each) => `http://1.1.1.1:${each}/`),
    ...[2375, 3306, 5432, 6379, 9200, 11211, 27017].map((each) => `http://1.1.1.1:${each}/`),
    ...[
      'http://127.0.0.1:22/',
      'http://127.0.0.1:5432/',
      'http://1.1.1.1:65536/',
      'http://1.1.1.1:-1/',
    ],
    // Other schemes, and what is no URL.
    ...[`ftp://${here}/`, `gopher://${here}/_`, `ws://${here}/`, `blob:http://${here}/`],
    ...[
      `dict://${here}/`,
      `ldap://${here}/`,
      `jar:http://${here}!/`,
      `view-source:http://${here}/`,
    ],
    ...['file:///etc/passwd', 'data:text/plain,a', 'unix:/var/run/docker.sock', 'javascript:1', ''],
    ...[
      `http://[::ffff:127.0.0.1%25lo]:${port}/`,
      `http://[::1%lo]:${port}/`,
      'http://',
      'http://:80/',
    ],
  ]
}

/** The addresses in them, as a name server may tell them. */
export function blockedAddresses(): string[] {
  const hosts = [...LOOPBACK_HOSTS, ...OTHER_HOSTS].map((host) => URL.parse(`http://${host}/`))
  const named = hosts.map((url) => url?.hostname.replace(/^\[|\]$/g, '') ?? '')
  return [...new Set(named)].filter((host) => /^[0-9.]+$|:/.test(host))
}
