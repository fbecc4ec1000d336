import { useState } from 'react';
import DatePicker from 'react-datepicker';
import './datepicker.scss';

export default () => {
  const [day, setDay] = useState(new Date(2026, 0, 1));
  return (
    <div className="pricing-root">
      <div id="react-datepicker">
        react-datepicker <DatePicker selected={day} onChange={setDay} />
      </div>
    </div>
  );
};
