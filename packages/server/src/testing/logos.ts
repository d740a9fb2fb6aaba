/** Small images for tests: as much of each format as says what it is and how large. */

const filled = (content: Buffer, length = 64): Buffer =>
  Buffer.concat([content, Buffer.alloc(Math.max(0, length - content.length))])

export function pngHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const signature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  return filled(Buffer.concat([signature, size]))
}

export function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b08000000000101110000', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.from('fffe0006ffc0ffc0', 'hex')
  return filled(Buffer.concat([Buffer.from('ffd8', 'hex'), comment, frame]))
}

export function webpHeader(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const content = Buffer.alloc(64)
  content.write('RIFF', 0, 'latin1')
  content.write(`WEBP${kind}`, 8, 'latin1')
  if (kind === 'VP8 ') {
    content.writeUInt16LE(width, 26)
    content.writeUInt16LE(height, 28)
  } else if (kind === 'VP8L') {
    content.writeUInt8(0x2f, 20)
    content.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  } else {
    content.writeUIntLE(width - 1, 24, 3)
    content.writeUIntLE(height - 1, 27, 3)
  }
  return content
}

/** A whole image of one pixel, as browsers draw it. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
