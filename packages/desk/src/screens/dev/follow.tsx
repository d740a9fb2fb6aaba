import { useEffect, useRef, useState } from 'preact/hooks'
import { apiQuery } from '../../shell/place.ts'
import { tj } from '../../texts/jobs.ts'

const EVERY_MS = 3_000

/** Somebody reads the rows, points at one, or has it focused: none of them moves. */
function isLookedAt(): boolean {
  const rows = document.querySelector('tbody')
  if (rows === null) return false
  return rows.matches(':hover, :focus-within') || rows.getBoundingClientRect().top < 0
}

type FollowProps = { readonly reload: () => void }

/** New rows appear above the others while nobody uses these, and the tab is visible. */
export function Follow({ reload }: FollowProps) {
  const [isOn, setOn] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!isOn) return
    const look = () => {
      if (document.hidden) return
      const isBusy = isLookedAt()
      setHeld(isBusy)
      if (!isBusy) latest.current()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [isOn])
  // On another page, or in another order, nothing new appears at the top.
  if (/(^|&)(page|ordering)=/.test(apiQuery.value)) return null
  return (
    <span class="buttons">
      {isOn && <small class="soft">{isHeld ? tj.held : tj.following}</small>}
      <button type="button" class="small" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        {tj.follow}
      </button>
    </span>
  )
}
