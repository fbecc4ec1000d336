import { zodResolver } from '@hookform/resolvers/zod';
import { useFieldArray, useForm } from 'react-hook-form';
import { z } from 'zod';

const schema = z.object({ people: z.array(z.object({ name: z.string().min(1) })) });

export default () => {
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { people: [{ name: '' }] },
  });
  const { fields } = useFieldArray({ control, name: 'people' });
  return (
    <form id="zod" onSubmit={handleSubmit(() => undefined)}>
      zod{' '}
      {fields.map(({ id }, n) => (
        <input key={id} aria-label="Person" {...register(`people.${n}.name`)} />
      ))}
      <button type="submit">Send</button>
      {formState.errors.people && 'missing'}
    </form>
  );
};
