import type { ReactNode } from 'react'

/** A table that may be wider than the page; it scrolls by itself, with the keyboard, too. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // What scrolls has to be reached by those who have no mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-box" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
