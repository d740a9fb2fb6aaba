/** Settings of the demo alone, as `setting-table.ts` lists them. */
export const demoSettings = [
  {
    name: 'DEMO_LIFE',
    flag: '--demo-life <on|off>',
    default: 'on',
    help: 'fills the demo’s sandbox once with some months of activity of four stores',
  },
  {
    name: 'SHOP_PORT',
    flag: '--shop-port <number>',
    default: 'the one after PORT',
    help: "port of the demo's shop; any free one for 0, and where it is in use",
  },
] as const
