/** `npm run lint`: all that can be checked without running the service, in seconds. */
import { staticChecks } from './static-checks.ts'

const HELP = `npm run lint: format, types, generated files, the OpenAPI document, the house rules.
`

if (process.argv.slice(2).some((argument) => argument === '--help')) process.stdout.write(HELP)
else {
  const results = await staticChecks({ withTidy: true })
  const failed = results.filter(({ output }) => output !== undefined)
  for (const { name, output } of failed) process.stdout.write(`\n${name}:\n${output}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
