export { dailyPrices, intradayPrices, quoteMembers, rateMembers } from './prices.ts'
export { overviewMembers, statementOf } from './statements.ts'
export { symbolOf, vendorFailure } from './interface.ts'
