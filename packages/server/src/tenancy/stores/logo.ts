/**
 * A store's logo as it is sent: PNG, JPEG or WebP, distinguished by their first bytes, with the
 * size that they state. Nothing is decoded: only a buyer's browser does that, so the decoded size
 * is limited as well. SVG is not accepted: it could contain a script.
 */
import { createHash } from 'node:crypto'
import { limits } from '@svc/api'
import type { LogoShown, LogoType } from '../../model/stores/branding.ts'

export type Logo = LogoShown & { readonly content: Buffer }

/** As it is served. */
export type StoredLogo = Pick<Logo, 'type' | 'content'>

type Size = readonly [width: number, height: number]

const KIND = 'must be a PNG, JPEG or WebP image as base64'

/** The logo, or a sentence with its fault. */
export function readLogo(base64: string): Logo | string {
  const content = Buffer.from(base64, 'base64')
  // Decoding and encoding changes a text that is not base64 in its usual alphabet.
  if (content.toString('base64') !== base64) return KIND
  if (content.length > limits.logoBytesMax) return `must have at most ${limits.logoBytesMax} bytes`
  const [type, size] = kindOf(content) ?? []
  if (type === undefined || size === undefined) return KIND
  const [width, height] = size
  if (Math.min(width, height) < 1 || Math.max(width, height) > limits.logoPixelsMax) {
    return `must be from 1 to ${limits.logoPixelsMax} pixels wide and high`
  }
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return { name, type, width, height, content }
}

function kindOf(content: Buffer): readonly [LogoType, Size | undefined] | undefined {
  if (content.length < SHORTEST) return undefined
  if (content.subarray(0, 8).equals(PNG)) return ['image/png', pngSize(content)]
  if (content[0] === 0xff && content[1] === 0xd8) return ['image/jpeg', jpegSize(content)]
  const isRiff = content.toString('latin1', 0, 4) === 'RIFF'
  if (isRiff && content.toString('latin1', 8, 12) === 'WEBP')
    return ['image/webp', webpSize(content)]
  return undefined
}

/** Everything read at a fixed offset is within these bytes. */
const SHORTEST = 30
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** ISO/IEC 15948: the first chunk is IHDR. */
function pngSize(content: Buffer): Size | undefined {
  if (content.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return [content.readUInt32BE(16), content.readUInt32BE(20)]
}

/** ITU-T T.81, annex B: segments of a stated length until the one that begins a frame. */
function jpegSize(content: Buffer): Size | undefined {
  let at = 2
  while (at + 9 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1] ?? 0
    // Start of frame, except tables and codes whose numbers lie between.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return [content.readUInt16BE(at + 7), content.readUInt16BE(at + 5)]
    }
    at += 2 + Math.max(2, content.readUInt16BE(at + 2))
  }
  return undefined
}

/** RFC 9649: lossy, lossless or extended. */
function webpSize(content: Buffer): Size | undefined {
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [content.readUInt16LE(26) & 0x3fff, content.readUInt16LE(28) & 0x3fff]
    case 'VP8L': {
      const bits = content.readUInt32LE(21)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    case 'VP8X':
      return [content.readUIntLE(24, 3) + 1, content.readUIntLE(27, 3) + 1]
    default:
      return undefined
  }
}
