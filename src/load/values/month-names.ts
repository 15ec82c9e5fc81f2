/** Names of months as people write them in tables. */

/**
 * Whole names, genitives and usual short forms by month, without accents: English, German, French, Italian,
 * Spanish, Portuguese, Polish, Dutch, Romanian, Russian, Ukrainian.
 */
const namesByMonth: readonly string[] = [
  "january jan januar janner janvier janv gennaio gen enero ene janeiro styczen stycznia sty januari ianuarie ian январь января янв січень січня січ",
  "february feb februar fevrier fevr fev febbraio febrero fevereiro luty lutego lut februari februarie февраль февраля февр фев лютий лютого лют",
  "march mar marz maerz mrz mars marzo marco marzec marca maart mrt martie март марта мар березень березня бер",
  "april apr avril avr aprile abril abr kwiecien kwietnia kwi aprilie апрель апреля апр квітень квітня квіт кві",
  "may mai maggio mag mayo maio maj maja mei май мая травень травня трав тра",
  "june jun juni juin giugno giu junio junho czerwiec czerwca cze iunie iun июнь июня июн червень червня черв чер",
  "july jul juli juillet juil luglio lug julio julho lipiec lipca lip iulie iul июль июля июл липень липня лип",
  "august aug aout agosto ago sierpien sierpnia sie augustus август августа авг серпень серпня серп сер",
  "september sep sept septembre settembre set septiembre setembro wrzesien wrzesnia wrz septembrie сентябрь сентября сент сен вересень вересня вер",
  "october oct oktober okt octobre ottobre ott octubre outubro out pazdziernik pazdziernika paz octombrie октябрь октября окт жовтень жовтня жовт жов",
  "november nov novembre noviembre novembro listopad listopada lis noiembrie noi ноябрь ноября нояб ноя листопад листопада лист лис",
  "december dec dezember dez decembre dicembre dic diciembre dezembro grudzien grudnia gru decembrie декабрь декабря дек грудень грудня груд гру",
];

const months: ReadonlyMap<string, number> = new Map(
  namesByMonth.flatMap((names, at) =>
    names.split(" ").map((name) => [withoutAccents(name), at + 1] as const),
  ),
);

/** 1 of `Jan`, 12 of `Dez`; undefined for what is no month. */
export function monthNamed(name: string): number | undefined {
  return months.get(withoutAccents(name));
}

function withoutAccents(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
