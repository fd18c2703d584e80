import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Conditions of a search, each of which can be taken out where `onRemove` is given. */
export function Conditions(list: {
  conditions: readonly { param: string; name: string; text: string }[]
  /** What the button does, before the name of the condition. */
  remove?: string
  /** In place of conditions. */
  none: ReactNode
  onRemove?(param: string): void
}) {
  const { conditions, onRemove } = list
  if (conditions.length === 0) return <p className="soft">{list.none}</p>
  return (
    <div className="filters-chosen">
      {conditions.map(({ param, name, text }) => (
        <span key={param} className="filter-chip">
          <span className="soft">{name}</span>
          <span className="condition">{text}</span>
          {onRemove && (
            <button type="button" aria-label={`${list.remove} ${name}`} onClick={() => onRemove(param)}>
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
    </div>
  )
}
