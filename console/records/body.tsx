import './records.css'
import { Facts } from '../parts/facts.tsx'
import type { RecordView } from './view.ts'

/** What is known of a person or a company. */
export function RecordBody({ view }: { view: RecordView }) {
  return (
    <>
      <Facts facts={view.facts} />
      {view.text && <p className="soft">{view.text}</p>}
      {view.lists
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ol className="record-list">
              {items.map(({ over, under }, place) => (
                // Positions of one title and time are two lines all the same.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={place}>
                  <strong>{over}</strong>
                  <span className="soft">{under}</span>
                </li>
              ))}
            </ol>
          </section>
        ))}
      <div className="filters-chosen">
        {view.tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </div>
    </>
  )
}
