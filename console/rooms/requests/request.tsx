import { useState } from 'react'
import { exactTimeText } from '../../days.ts'
import { CopyText } from '../../parts/copy.tsx'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Drawer } from '../../parts/drawer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Segments } from '../../parts/segments.tsx'
import { count, credits, number } from '../../words.ts'
import { Again } from './again.tsx'
import { isWhole, textOf, type Form } from './forms.ts'
import { useCharges, type Logged } from './log.ts'
import { words } from './words.ts'

/** One request: what was sent, what it cost, and how to send it again. */
export function Request({ logged, by, onClose }: { logged: Logged; by: string; onClose(): void }) {
  const { operationId, method, routePath, statusCode } = logged
  return (
    <Drawer label={operationId} onClose={onClose}>
      <DrawerHead
        title={operationId}
        under={
          <code className="soft">
            {method} {routePath}
          </code>
        }
        close={words.close}
      />
      <Forms logged={logged} />
      <Facts
        facts={[
          [words.answer, `${statusCode}${logged.errorCode === null ? '' : `, ${logged.errorCode}`}`],
          [words.charged, <Charge key="charge" logged={logged} />],
          [words.at, exactTimeText(logged.createdAt)],
          [words.took, `${number(Math.round(logged.durationMs))} ms`],
          [words.by, `${by}, ${words.sentBy[logged.source]}`],
          [words.id, <code key="id">{logged.id}</code>],
        ]}
      />
      {isWhole(logged) ? (
        <Again logged={logged} />
      ) : (
        <Notice tone="doubt">{logged.curl === null ? words.notStored : words.masked}</Notice>
      )}
    </Drawer>
  )
}

function Charge({ logged }: { logged: Logged }) {
  const charges = useCharges(logged.id)
  const lines = (charges.data ?? []).flatMap(({ lines }) => lines ?? [])
  return (
    <>
      {logged.creditsCharged === 0 ? words.nothing : credits(logged.creditsCharged)}
      {lines.map(({ operation, units, creditsPerUnit }) => (
        <div key={operation} className="soft small">
          {count(units, 'unit')} of {operation}, {credits(creditsPerUnit)} each
        </div>
      ))}
      {charges.error && <div className="field-error small">{charges.error.message}</div>}
    </>
  )
}

/** The request as text, in the form that somebody needs. */
function Forms({ logged }: { logged: Logged }) {
  const [form, setForm] = useState<Form>('curl')
  const text = textOf(logged, form)
  if (text === undefined) return null
  return (
    <section>
      <div className="row">
        <Segments<Form> label={words.copyAs} options={words.forms} value={form} onChange={setForm} />
      </div>
      <CopyText text={text} words={words} />
      <p className="soft small">{form === 'agent' ? words.agentHint : words.keyHint}</p>
    </section>
  )
}
