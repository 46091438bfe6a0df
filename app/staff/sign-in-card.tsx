import type { ReactNode } from "react";
import { useBusiness } from "~/ui/layout/use-business";

/** A page before one is signed in: a sign with its title and the yard's name, and what it asks for below. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const { name } = useBusiness();
  return (
    <main id="main" className="login" tabIndex={-1}>
      <div className="card login__card">
        <div className="sign">
          <h1>{title}</h1>
          <p>{name}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
