/** Files for browsers, compressed once and served in the encoding that each one accepts. */
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

export type Packed = Readonly<Record<Encoding | 'identity', Buffer>>

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The best compression: it is done once and read often. */
export async function pack(content: Buffer): Promise<Packed> {
  const size = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gzip] = await Promise.all([
    brotli(content, { params: size }),
    zip(content, { level: zlib.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip, identity: content }
}

type Unpacked = {
  readonly content: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** In the first encoding that `Accept-Encoding` allows: the smallest comes first. */
export function unpack(packed: Packed, accepted = ''): Unpacked {
  const wishes = new Map(accepted.toLowerCase().split(',').map(wishOf))
  const encoding = encodings.find((each) => (wishes.get(each) ?? wishes.get('*') ?? 0) > 0)
  const named = encoding === undefined ? {} : { 'content-encoding': encoding }
  return {
    content: packed[encoding ?? 'identity'],
    headers: { ...named, vary: 'Accept-Encoding' },
  }
}

function wishOf(text: string): [name: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, quality === undefined ? 1 : Number(quality.slice(2))]
}
