import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RecordBody } from '../../records/body.tsx'
import { Contacts } from '../../records/contacts.tsx'
import { OriginsTable, type Origins } from '../../records/origins.tsx'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Drawer } from '../../parts/drawer.tsx'
import { Segments } from '../../parts/segments.tsx'
import type { SearchKind } from './kind.ts'
import { words } from './words.ts'

type Part = keyof typeof words.parts

/** A record that was paid for with its row; opening it, and where its fields are from, is free. */
export function Record<R>({
  kind,
  row,
  origins,
  onClose,
}: {
  kind: SearchKind<R>
  row: R
  origins: Origins
  onClose(): void
}) {
  const [part, setPart] = useState<Part>('profile')
  const name = kind.nameOf(row)
  const view = kind.record(row)
  const profile = kind.profileOf?.(row)
  const link = kind.linkOf(row)
  return (
    <Drawer label={name} onClose={onClose}>
      <DrawerHead title={name} under={<p className="soft">{view.headline}</p>} close={words.close} />
      <div className="row drawer-parts">
        <Segments<Part> label={words.part} options={words.parts} value={part} onChange={setPart} />
        {link !== undefined && (
          <Link {...link}>{kind.type === 'postings' ? words.employerPage : words.page}</Link>
        )}
      </div>
      {part === 'profile' && profile !== undefined && <Contacts profile={profile} />}
      {part === 'profile' ? <RecordBody view={view} /> : <OriginsTable origins={origins} />}
    </Drawer>
  )
}
