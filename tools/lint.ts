/** `npm run lint`: everything that can be checked without running the service, in seconds. */
import { answerHelp } from './options.ts'
import { staticChecks } from './static-checks.ts'

const HELP = `npm run lint: format, types, generated files, the OpenAPI document, the house rules.
`

answerHelp(HELP)
const results = await staticChecks({ withTidy: true })
const failed = results.filter(({ output }) => output !== undefined)
for (const { name, output } of failed) process.stdout.write(`\n${name}:\n${output}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
