import { useCredits, useIsSandbox, useMay, usePrice } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, credits, number } from '../../words.ts'
import { useExplain } from './counts.ts'
import { dropMore, paramText, type Address, type SearchKind } from './kind.ts'
import { words } from './words.ts'

const sizes = [10, 25, 100]

/** Until the price is read there is none, not even nothing. */
const amount = (ceiling: number | undefined) => (ceiling === undefined ? '…' : credits(ceiling))

/** In place of rows: what it costs to show some, or why there are none. */
export function Offer<R>(offer: {
  kind: SearchKind<R>
  address: Address
  total: number | undefined
  isReading: boolean
  onChange(change: Address): void
  onShow(rows: number, maxCredits: number): void
}) {
  const { kind, total } = offer
  const left = useCredits().data ?? 0
  const price = usePrice(kind.price)
  const isSandbox = useIsSandbox()
  const isSpender = useMay('spend')
  if (total === 0) return <Nothing kind={kind} address={offer.address} onChange={offer.onChange} />
  if (!isSpender) return <p className="offer soft">{words.mayNotShow}</p>
  // A larger step is offered where the one before does not reach the end.
  const offered = sizes.filter((_size, place) => place === 0 || (total ?? 0) > (sizes[place - 1] ?? 0))
  return (
    <div className="offer">
      <p>
        <strong>{words.offer}.</strong>{' '}
        <span className="soft">
          Counting and narrowing is free; each {kind.one} shown costs{' '}
          {price === undefined ? '…' : credits(price)}. {words.shownAgain} You have {number(left)}.
        </span>
      </p>
      <div className="row">
        {offered.map((size) => {
          const rows = Math.min(size, total ?? size)
          const ceiling = price === undefined ? undefined : price * rows
          return (
            <PriceButton
              key={size}
              isPrimary={size === 25 || offered.length === 1}
              price={isSandbox ? words.free : amount(ceiling)}
              isDisabled={total === undefined || ceiling === undefined || ceiling > left || offer.isReading}
              onClick={() => offer.onShow(rows, ceiling ?? 0)}
            >
              Show {number(rows)}
            </PriceButton>
          )
        })}
      </div>
      {price !== undefined && total !== undefined && Math.min(10, total) * price > left && (
        <Notice tone="doubt">{words.tooFew}</Notice>
      )}
    </div>
  )
}

/** Conditions that can be taken out, with how many would fit then. */
function Nothing<R>({
  kind,
  address,
  onChange,
}: {
  kind: SearchKind<R>
  address: Address
  onChange(change: Address): void
}) {
  const explained = useExplain(kind, address, true)
  const buttons = (explained.data ?? []).flatMap(({ path, matchingWithout }) => {
    const param = path.split('.').at(-1) ?? ''
    const isEmployer = param === 'companyParams'
    const filters = kind.filters.filter((filter) =>
      isEmployer ? filter.isOfEmployer === true : filter.param === param,
    )
    const used = filters.filter(({ member }) => (address[member] ?? '') !== '')
    const more = dropMore(address['more'], param)
    if (used.length === 0 && more === address['more']) return []
    const ofMore = isEmployer ? words.employer : `the ${paramText(param).toLowerCase()}`
    return {
      names: used.map(({ name }) => name).join(' and ') || ofMore,
      change: { ...Object.fromEntries(used.map(({ member }) => [member, undefined])), more },
      matchingWithout,
    }
  })
  return (
    <div className="offer">
      <p>
        <strong>{words.nobody}</strong>{' '}
        {explained.data !== undefined && (buttons.length > 0 ? words.without : words.noBlame)}
      </p>
      <div className="row">
        {buttons.slice(0, 4).map(({ names, change, matchingWithout }) => (
          <button key={names} type="button" onClick={() => onChange(change)}>
            without {names}
            <span className="price">{count(matchingWithout, kind.one, kind.many)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

export function ShowMore<R>(more: {
  kind: SearchKind<R>
  /** Undefined until they are counted. */
  rows: number | undefined
  isReading: boolean
  onShow(rows: number, maxCredits: number): void
}) {
  const price = usePrice(more.kind.price)
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const { rows } = more
  const ceiling = price === undefined || rows === undefined ? undefined : price * rows
  return (
    <PriceButton
      price={isSandbox ? words.free : amount(ceiling)}
      isDisabled={!rows || ceiling === undefined || ceiling > left || more.isReading}
      onClick={() => more.onShow(rows ?? 0, ceiling ?? 0)}
    >
      Show {rows === undefined ? '…' : number(rows)} more
    </PriceButton>
  )
}
