/**
 * Family names that more than one in some two thousand people bear in a country of many million, in normal form: that two
 * records share one of them says less than that they share another.
 */
const names = `
adams ahmed ali allen alvarez anderson andersson bailey baker barnes becker begum bell bennett berg bernard black brooks brown
burns butler campbell carlsson carter castillo castro chapman chavez chen clark clarke collins cook cooper costa cox cruz
cunningham davies davis delgado dias diaz dixon dubois durand edwards ellis eriksson evans ferguson fernandes fernandez ferrari
fischer fisher flores foster fox garcia gibson gomes gomez gonzales gonzalez graham grant gray green greene griffiths gupta
gustafsson gutierrez hall hamilton hansen harris harrison harvey hayes henderson henry hernandez herrera hill hoffmann holmes
howard hughes hunt hunter hussain ibrahim ivanov jackson james jansen jansson jenkins jensen jimenez johansen johansson johnson
johnston jones jordan kaur kelly kennedy khan kim king klein knight koch kowalski kozlov kumar larsen larsson laurent le lee
lefebvre leroy lewis li lim lin liu long lopes lopez macdonald marshall martin martinez martins mason matthews mcdonald medina
mendoza mendes mendez meyer miller mills mitchell moore morales moreau moreno morgan moroz morris morrison mueller muller munoz
murphy murray myers nelson nguyen nielsen nilsson novak nowak nunez obrien oliveira olsen olsson ortega ortiz owen palmer park
parker patel pedersen pereira perez perry persson peters peterson petit petrov pham phillips pinto popov powell price ramirez
ramos rasmussen reed reid reyes reynolds ribeiro richard richards richardson rivera robert roberts robertson robinson rodrigues
rodriguez rogers romero rose ross rossi roux ruiz russell russo ryan sanchez sanders santos sato schafer schmidt schmitz
schneider schroder schulz schwarz scott shah sharma shaw silva simon simmons simpson singh smirnov smith smits sorensen sousa
souza stevens stewart stone sullivan suzuki svensson takahashi tanaka tan taylor thomas thompson thomson torres tran turner
vargas vasquez wagner walker wallace walsh wang ward warren watanabe watson weber webb wells west white wilkinson williams
williamson wilson wolf wong wood woods wright wu yamamoto yang yilmaz young zhang zhao zimmermann`

const common = new Set(names.trim().split(/\s+/))

/** Whether many people bear a family name, in normal form and as one word. */
export const isFrequentFamilyName = (word: string): boolean => common.has(word)
