/** `npm run bench -- [captures|availability|fairness|lists|loans|web|webhooks]`: see README.md. */
const benches = ['captures', 'availability', 'fairness', 'lists', 'loans', 'web', 'webhooks']

const [named = 'captures'] = process.argv.slice(2)
const known = benches.includes(named)
if (known && process.argv.length > 2) process.argv.splice(2, 1)
if (known || named.startsWith('--')) {
  const file = named === 'web' ? 'browser/web' : named
  await import(`./${known ? file : 'captures'}.ts`)
} else {
  process.stderr.write(`There is no benchmark ${named}; there are: ${benches.join(', ')}\n`)
  process.exitCode = 1
}
