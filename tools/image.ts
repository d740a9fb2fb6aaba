/** `npm run image`: the container image (docs/operating/install.md). */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SIZE_MAX } from './image/image-settings.ts'
import { type Format, makeImage, missingProgram, type Revision } from './image/make-image.ts'
import { tryImage } from './image/try-image.ts'
import { answerHelp, oneOf, orSentence, text } from './options.ts'

const HELP = `npm run image [-- --format F] [--out FILE]: the container image as an archive.

Debian's C library by mmdebstrap, the folder of npm run build, put together by buildah; both are
installed where that is allowed. No image is pulled. The same commit with the same packages gives
the same image. Afterwards it is unpacked and run: its root read-only, as its own user, on a
PostgreSQL server, from the migration to an order and an audit.

  --format F   oci, or docker, whose archive carries the health check (oci)
  --out FILE   where (dist/svc-image.tar)
  --help       this text
`
const MEGABYTE = 1_000_000
const FORMATS = ['oci', 'docker'] as const

const say = (line: string): void => void process.stdout.write(`${line}\n`)

answerHelp(HELP)
const options = { format: text('oci'), out: text('dist/svc-image.tar') }
const read = orSentence(() => {
  const { format, out } = parseArgs({ options }).values
  return { format: oneOf('format', format, FORMATS), out: resolve(out) }
})
if (typeof read === 'string') {
  process.stderr.write(`${read}; npm run image -- --help shows what there is\n`)
  process.exitCode = 2
} else await make(read)

async function make({ format, out }: { format: Format; out: string }): Promise<void> {
  const missing = missingProgram()
  if (missing !== undefined) {
    process.stderr.write(`${missing} is missing: install it (Debian 12 or newer has it)\n`)
    process.exitCode = 1
    return
  }
  await makeImage({ format, out, revision: revision() })
  say(`${out}: ${(statSync(out).size / MEGABYTE).toFixed(0)} MB`)
  if (format === 'docker') return say('not tried: only an archive of OCI is')
  const { digest, bytes, notRun } = await tryImage(out)
  say(`${digest}, ${(bytes / MEGABYTE).toFixed(0)} MB unpacked`)
  if (bytes > SIZE_MAX) throw new Error(`it is larger than ${SIZE_MAX / MEGABYTE} MB`)
  say(notRun === undefined ? 'run: an order, and an audit without findings' : `NOT RUN: ${notRun}`)
}

function revision(): Revision {
  const [hash = '', seconds = ''] = execFileSync('git', ['log', '-1', '--format=%H %ct'], {
    encoding: 'utf8',
  }).split(' ')
  return { hash, seconds: Number(seconds) }
}
