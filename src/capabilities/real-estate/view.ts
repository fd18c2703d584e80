import { showing } from '../../operation/index.ts'
import type { Listing } from '../../corpus/records/index.ts'
import { dollarRate } from '../../corpus/reference/index.ts'
import type { Property } from './schema.ts'
import { dayMs } from '../../lib/time.ts'

const lifecycle = { for_sale: 'forSale', for_rent: 'forRent', sold: 'sold' } as const

/** A listing as it is answered, as of a moment. */
export function buildView(
  record: Listing,
  { position, nowMs }: { position: number; nowMs: number },
): Property {
  const currency = record.currency ?? 'USD'
  const view: Property = {
    listingId: record.listing_id,
    address: record.address,
    street: record.street,
    city: record.city,
    state: record.state,
    postalCode: record.postal_code,
    countryCode: record.country_code ?? 'USA',
    latitude: record.latitude,
    longitude: record.longitude,
    currencyCode: currency,
    price: buildPrice(record.price, currency),
    ...buildRents(record),
    bedroomCount: record.bedroom_count,
    bathroomCount: record.bathroom_count,
    estimatedPrice: record.estimated_price,
    estimatedMonthlyRent: record.estimated_monthly_rent,
    priceChangeAmount: record.price_change_amount,
    datePriceChanged: record.price_changed_on,
    taxAssessedValue: record.tax_assessed_value,
    floorAreaSqFt: record.floor_area_sqft,
    lotAreaSqFt: record.lot_area_sqft,
    yearBuilt: record.year_built,
    homeType: record.home_type,
    listingLifecycleStatus:
      record.is_under_contract === true ? 'underContract' : lifecycle[record.listing_status],
    listingStatusLabel: record.status_label,
    listingType: record.listing_type,
    dateSold: record.sold_on,
    timeOnMarketDays: timeOnMarket(record, nowMs),
    availabilityDate: record.available_on,
    url: record.url,
    thumbnailUrl: record.thumbnail_url,
    imageUrls: record.image_urls ?? [],
    has3DModel: record.has_3d_model,
    brokerName: record.broker_name,
    builderName: record.builder_name,
    openHouse:
      record.open_house === null
        ? null
        : {
            description: record.open_house.description,
            startDate: record.open_house.start_date,
            endDate: record.open_house.end_date,
          },
    ...readOptionalMembers(record),
    position,
  }
  return showing(view, record)
}

/** A price in its currency, and in dollars where the rate is known. */
function buildPrice(price: number | null, currency: string): Property['price'] {
  if (price === null) return null
  const rate = currency === 'USD' ? 1 : dollarRate(currency, null)?.usd_per_unit
  return { usd: rate === undefined ? null : Math.round(price * rate * 100) / 100, local: price }
}

function buildRents(record: Listing): Pick<Property, 'rent' | 'baseRent' | 'rentalUnits'> {
  const { base_rent_min: min, base_rent_max: max } = record
  return {
    rent: record.rent,
    baseRent: min === null && max === null ? null : { min, max },
    rentalUnits: (record.rental_units ?? []).map((unit) => ({
      price: unit.price,
      bedroomCount: unit.bedroom_count,
      isRoomForRent: unit.is_room_for_rent,
    })),
  }
}

/** Records that were stored before these members have none of them. */
function readOptionalMembers(record: Listing): Partial<Property> {
  const optionalMembers = {
    unitNumber: record.unit_number,
    priceReductionNote: record.price_reduction_note,
    newConstructionType: record.new_construction_type,
    streetViewUrl: record.street_view_url,
    isShowcaseListing: record.is_showcase_listing,
    isFeaturedListing: record.is_featured_listing,
    primaryTag: record.primary_tag,
    listingTags: record.listing_tags,
    contactPhone: record.contact_phone,
    buildingName: record.building_name,
    availabilityCount: record.availability_count,
    isInstantTourEnabled: record.is_instant_tour_enabled,
    factsAndFeatures: record.facts_and_features,
  }
  return Object.fromEntries(
    Object.entries(optionalMembers).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : (value ?? null) !== null,
    ),
  )
}

function timeOnMarket({ listed_on, sold_on }: Listing, nowMs: number): number | null {
  const from = Date.parse(listed_on ?? '')
  const to = sold_on === null ? nowMs : Date.parse(sold_on)
  const days = Math.floor((to - from) / dayMs)
  return Number.isNaN(days) ? null : Math.max(0, days)
}
