import './combo.css'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

export interface ComboOption {
  value: string
  text: string
  /** Beside it, softly: how many have it. */
  note?: string
}

/** A text field with suggestions below it: arrows go through them, Enter takes one, Escape closes them. */
export function Combo(combo: {
  label: string
  hint: string
  text: string
  options: readonly ComboOption[]
  onText(text: string): void
  onChoose(option: ComboOption): void
  /** Enter or leaving the field where no suggestion is chosen. */
  onLeave?(): void
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const { options } = combo
  const isListed = isOpen && options.length > 0
  const active = isListed ? options[at] : undefined
  const list = useInSight(isListed, at)
  const choose = (option: ComboOption) => {
    combo.onChoose(option)
    setOpen(false)
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active === undefined) combo.onLeave?.()
      else choose(active)
    } else if (event.key === 'Escape' && isListed) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt(Math.max(-1, Math.min(options.length - 1, at + step)))
    }
  }
  return (
    <div className="combo">
      <input
        role="combobox"
        aria-label={combo.label}
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${at}`}
        autoComplete="off"
        placeholder={combo.hint}
        value={combo.text}
        onChange={(event) => {
          combo.onText(event.target.value)
          setOpen(true)
          setAt(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false)
          combo.onLeave?.()
        }}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={combo.label} hidden={!isListed}>
        {options.map((option, index) => (
          // The field keeps the focus and has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span>{option.text}</span>
            {option.note !== undefined && <span className="soft small">{option.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** For the list: it and the suggestion that the arrows are at stay in sight, wherever the field stands. */
function useInSight(isListed: boolean, at: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isListed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isListed])
  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return list
}
