import { useState } from 'react'
import { useCredits, useIsSandbox, usePrice } from '../../call/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, credits, number } from '../../words.ts'
import { mostNames, readLines, useHand, type Added } from './hand.ts'
import { isBuilding, type Audience, type Side } from './operations.ts'
import { words } from './words.ts'

const countOf = (side: Side, amount: number) =>
  side === 'companies' ? count(amount, 'company', 'companies') : count(amount, 'person', 'people')

/** Who is put into the audience, or taken out, by hand. */
export function ByHand({
  audience,
  side,
  chosen,
  onNone,
}: {
  audience: Audience
  side: Side
  /** Ids of the ticked members. */
  chosen: readonly string[]
  onNone(): void
}) {
  const [openForm, setOpenForm] = useState<'add' | 'remove'>()
  const { add, remove } = useHand(audience.audienceId, side)
  const isBusy = isBuilding(audience) || add.isPending || remove.isPending
  return (
    <>
      <div className="row by-hand">
        <button
          type="button"
          aria-expanded={openForm === 'add'}
          disabled={isBuilding(audience)}
          onClick={() => {
            remove.reset()
            setOpenForm(openForm === 'add' ? undefined : 'add')
          }}
        >
          {words.addByHand}
        </button>
        {chosen.length > 0 && (
          <button type="button" disabled={isBusy} onClick={() => setOpenForm('remove')}>
            {words.takeOut} {countOf(side, chosen.length)}
          </button>
        )}
      </div>
      {remove.error && <Notice tone="bad">{remove.error.message}</Notice>}
      {remove.data !== undefined && (
        <Notice>
          {countOf(side, remove.data)} {words.takenOut}
        </Notice>
      )}
      {openForm === 'add' && (
        <AddForm
          side={side}
          isBusy={isBusy}
          error={add.error}
          onAdd={(lines, maxCredits) =>
            add.mutate({ lines, maxCredits }, { onSuccess: () => setOpenForm(undefined) })
          }
        />
      )}
      {add.data !== undefined && openForm !== 'add' && <Outcome side={side} added={add.data} />}
      {openForm === 'remove' && (
        <Confirm
          title={words.takeOutTitle}
          words={{ yes: words.yesTakeOut, no: words.no }}
          onYes={() => {
            add.reset()
            remove.mutate(chosen, { onSuccess: onNone })
            setOpenForm(undefined)
          }}
          onNo={() => setOpenForm(undefined)}
        >
          <p>
            <strong>{countOf(side, chosen.length)}</strong>
          </p>
          <p>{words.takeOutText}</p>
        </Confirm>
      )}
    </>
  )
}

function AddForm(form: {
  side: Side
  isBusy: boolean
  error: Error | null
  onAdd(lines: readonly string[], maxCredits: number): void
}) {
  const { side } = form
  const [text, setText] = useState('')
  const price = usePrice(side === 'companies' ? 'audienceCompany' : 'audienceProspect')
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const lines = readLines(text)
  const most = (price ?? 0) * lines.length
  const isShort = !isSandbox && most > left
  const isLong = lines.length > mostNames
  return (
    <section className="panel" aria-label={words.addByHand}>
      {form.error && <Notice tone="bad">{form.error.message}</Notice>}
      <Field label={words.pasteLabels[side]} hint={words.pasteHint}>
        <textarea
          rows={5}
          placeholder={words.pasteExamples[side]}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {isLong && <Notice tone="doubt">{words.atMostLines(number(mostNames))}</Notice>}
      {isShort && <Notice tone="doubt">{words.tooFew}</Notice>}
      <PriceButton
        isPrimary
        price={isSandbox ? words.free : `${words.atMost} ${credits(most)}`}
        isDisabled={form.isBusy || lines.length === 0 || isLong || isShort || price === undefined}
        onClick={() => form.onAdd(lines, most)}
      >
        {words.add} {countOf(side, lines.length)}
      </PriceButton>
    </section>
  )
}

/** What became of the lines; those that named nobody are shown to be corrected. */
function Outcome({ side, added }: { side: Side; added: Added }) {
  const { joined, returned, skipped, refused } = added
  const parts = [
    `${countOf(side, joined + returned)} ${words.added}`,
    returned > 0 && `${number(returned)} ${words.addedFree}`,
    skipped > 0 && `${number(skipped)} ${words.wasThere}`,
  ]
  return (
    <>
      <Notice>{parts.filter(Boolean).join(', ')}.</Notice>
      {refused.length > 0 && (
        <Notice tone="doubt">
          {count(refused.length, 'line')} {words.namedNobody}
          <ul>
            {refused.map(({ line, reason }) => (
              <li key={line}>
                {line}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
