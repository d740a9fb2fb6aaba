/** Drawn here: no icon font, no request. They convey nothing that the text does not. */
import type { ComponentChildren } from 'preact'

function icon(children: ComponentChildren) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export const CheckIcon = () => icon(<path d="M5 12.5l4.5 4.5L19 7.5" />)
export const CrossIcon = () => icon(<path d="M6 6l12 12M18 6L6 18" />)
export const BackIcon = () => icon(<path class="turns" d="M14.5 5.5L8 12l6.5 6.5" />)
export const ChevronIcon = () => icon(<path d="M6 9l6 6 6-6" />)
export const PaperIcon = () => icon(<path d="M7 3.5h7l4 4v13H7zM14 3.5v4h4M9.5 12h6M9.5 15.5h6" />)
export const CardIcon = () =>
  icon(
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2" />
      <path d="M3 10h18M6.5 15h4" />
    </>,
  )
export const ClockIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.4 2" />
    </>,
  )
export const WarningIcon = () => icon(<path d="M12 4.5l9 15.5H3zM12 10v4.5M12 17.2v.1" />)
export const BagIcon = () => icon(<path d="M5.5 8.5h13l1 12h-15zM9 11V7a3 3 0 016 0v4" />)
export const PersonIcon = () =>
  icon(
    <>
      <circle cx="12" cy="8" r="3.7" />
      <path d="M4.5 20c.8-3.9 3.7-6 7.5-6s6.7 2.1 7.5 6" />
    </>,
  )
