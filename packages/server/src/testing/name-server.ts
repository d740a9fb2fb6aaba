/** A name server of a test's own: over UDP, for IPv4 and IPv6 addresses and aliases. */
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Question = {
  readonly name: string
  readonly type: 'A' | 'AAAA'
  /** How often this name was asked for with this type, with this time. */
  readonly count: number
}

/** Only the addresses of the asked type are sent; `silence`: no answer at all. */
export type Saying =
  | 'silence'
  | keyof typeof CODES
  | { readonly addresses: readonly string[]; readonly aliases?: readonly string[] }

export type NameServer = {
  /** As `WEBHOOK_DNS` takes it. */
  readonly address: string
  readonly asked: readonly Question[]
  close(): void
}

const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const
const TYPES: Readonly<Record<number, Question['type']>> = { 1: 'A', 28: 'AAAA' }
const CLASS_INTERNET = 1
const TYPE_ALIAS = 5
const TTL_SECONDS = 300

export async function openNameServer(
  say: (question: Question) => Saying | Promise<Saying>,
): Promise<NameServer> {
  const asked: Question[] = []
  const socket = createSocket('udp4')
  const answer = async (query: Buffer, from: RemoteInfo) => {
    const { name, code, end } = readQuestion(query)
    const type = TYPES[code]
    if (type === undefined) return
    const before = asked.filter((each) => each.name === name && each.type === type).length
    const question = { name, type, count: before + 1 }
    asked.push(question)
    const saying = await say(question)
    if (saying === 'silence') return
    socket.send(reply(query, { end, question, saying }), from.port, from.address)
  }
  socket.on('message', (query, from) => void answer(query, from))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, asked, close: () => socket.close() }
}

function readQuestion(query: Buffer): { name: string; code: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), code: query.readUInt16BE(at + 1), end: at + 5 }
}

type Reply = { end: number; question: Question; saying: Exclude<Saying, 'silence'> }

function reply(query: Buffer, { end, question, saying }: Reply): Buffer {
  const records = typeof saying === 'string' ? [] : recordsOf(question, saying)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  // An answer, to a question that may be passed on, by one who does pass on.
  header.writeUInt16BE(0x8180 | (typeof saying === 'string' ? CODES[saying] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** A chain from alias to alias; the addresses are those of its last name. */
function recordsOf(
  { name, type }: Question,
  { addresses, aliases = [] }: Exclude<Saying, string>,
): Buffer[] {
  const names = [name, ...aliases]
  const last = names.at(-1) ?? name
  const chain = aliases.map((alias, index) =>
    record(names[index] ?? name, TYPE_ALIAS, nameBytes(alias)),
  )
  const bytes = addresses
    .map((address) => ipaddr.parse(address).toByteArray())
    .filter(({ length }) => (length === 4 ? 'A' : 'AAAA') === type)
  const code = type === 'A' ? 1 : 28
  return [...chain, ...bytes.map((each) => record(last, code, Buffer.from(each)))]
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(CLASS_INTERNET, 2)
  fixed.writeUInt32BE(TTL_SECONDS, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(name), fixed, data])
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => {
    const text = Buffer.from(label, 'latin1')
    return Buffer.concat([Buffer.from([text.length]), text])
  })
  return Buffer.concat([...labels, Buffer.from([0])])
}
