import pg from 'pg'
import { tallyAll } from './growth/tallies.ts'

const admin = new pg.Client({ connectionString: process.argv[2] })
await admin.connect()
await admin.query("SET jit = off; SET work_mem='256MB'; SET max_parallel_workers_per_gather=1")
console.time('tallies')
await tallyAll(admin)
console.timeEnd('tallies')
await admin.query('VACUUM (ANALYZE) order_tallies, line_tallies, tally_heads')
await admin.end()
