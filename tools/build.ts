/** `npm run build`: the folder of a release (docs/operating/install.md). */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildService } from './build/service-folder.ts'
import { answerHelp, orSentence, text } from './options.ts'

const HELP = `npm run build [-- --out FOLDER]: a folder that runs the service without npm, registry
or repository, and never writes to itself. It holds the programs, the pages, the migrations, the
Node that built it (so it is for this kind of machine), every licence, and sbom.cdx.json.

  --out FOLDER  where (dist/svc); a folder of an earlier build is replaced
  --help        this text
`

answerHelp(HELP)
const options = { out: text('dist/svc') }
const read = orSentence(() => parseArgs({ options }).values)
if (typeof read === 'string') {
  process.stderr.write(`${read}; npm run build -- --help shows what there is\n`)
  process.exitCode = 2
} else {
  const started = performance.now()
  const out = resolve(read.out)
  const { version, packages, node } = await buildService(out)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const parts = `version ${version}, Node ${node.version}, ${packages.length} packages`
  process.stdout.write(`${out}: ${parts}, ${seconds} s\n`)
}
