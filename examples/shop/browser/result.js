// After the checkout: while the order is being checked, the page asks how it stands.
const { stage, order } = document.querySelector('[data-stage]').dataset
const ASK_MS = 2_000
const TIMES_MAX = 150

async function ask(times) {
  const response = await fetch(`/orders/${order}/stage`).catch(() => undefined)
  const now = response?.ok ? (await response.json()).stage : stage
  if (now !== stage) location.reload()
  else if (times > 1) setTimeout(ask, ASK_MS, times - 1)
}

if (stage === 'confirming') setTimeout(ask, ASK_MS, TIMES_MAX)
