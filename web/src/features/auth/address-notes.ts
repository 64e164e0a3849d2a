/** What an address says to open the popup; gone once it is closed. */
export const popupQuery = ['show_popup_reg', 'show_popup_auth', 'prevent_close']
/** The way back that an address asked for; used once somebody is in. */
export const backUrlNote = 'backUrl'
/** An unfinished account is left alone for the rest of the visit. */
export const postponedNote = 'registration_postponed'
