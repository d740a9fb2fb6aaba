/** What a built folder begins with, and `npm run svc`: `svc start`, `svc ready`, other commands. */
const { argv } = process
const [, , command] = argv
if (command === 'start') {
  argv.splice(2, 1)
  await import('./main.ts')
} else if (command === 'ready' && argv.length === 3) await import('./ready.ts')
else await import('./cli.ts')
