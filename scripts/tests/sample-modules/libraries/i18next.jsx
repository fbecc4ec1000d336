import i18n from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { FormattedNumber, IntlProvider } from 'react-intl';

i18n.use(initReactI18next).init({ lng: 'de', resources: { de: { translation: { a: 'Hallo' } } } });

export default () => {
  const { t } = useTranslation();
  return (
    <IntlProvider locale="de">
      <p id="i18next">
        i18next {t('a')} <FormattedNumber value={1234.5} />
      </p>
    </IntlProvider>
  );
};
